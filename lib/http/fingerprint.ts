import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, type Hash } from "node:crypto";
import { certain } from "#lib/certain.ts";
import { FormFile } from "#lib/routes/form-file.ts";
import { multipartEntries } from "./multipart.ts";
import type { Request } from "./request.ts";

/** A file that the local gateway has taken out of a form that was too large for an event. */
export interface SentFile {
  readonly name: string;
  readonly digest: string;
}

const sentFiles = new AsyncLocalStorage<ReadonlyMap<string, SentFile>>();

/** The name of a file among those that were sent: its field, and what stands there instead. */
export const sentFileName = (field: string, value: string): string => `${value} ${field}`;

/** Does the work of a request in whose form ids of uploads stand for these files. */
export const withSentFiles = <Result>(files: ReadonlyMap<string, SentFile>, work: () => Result): Result =>
  sentFiles.run(files, work);

/** A digest of all that a request asks for; equal for a form that is sent again with another boundary. */
export const fingerprintOf = (request: Request): string => {
  const digest = createHash("sha256");
  const { method, path, query, headers, body } = request;
  add(digest, method, path, query.toString(), headers["if-match"] ?? "");
  const type = headers["content-type"] ?? "";
  const entries = /^\s*multipart\/form-data\b/i.test(type) ? multipartEntries(body, type) : undefined;
  // The same bytes are another transcript as text/plain than as text/vtt.
  if (!entries && body.length > 0) add(digest, body, certain(type.split(";", 1)[0]).trim().toLowerCase());
  for (const [name, value] of entries ?? []) {
    const file = fileOf(name, value);
    if (file) add(digest, "file", name, file.name, file.digest);
    else add(digest, "text", name, value as string);
  }
  return digest.digest("base64url");
};

const fileOf = (field: string, value: string | FormFile): SentFile | undefined => {
  if (!(value instanceof FormFile)) return sentFiles.getStore()?.get(sentFileName(field, value));
  return { name: value.name, digest: createHash("sha256").update(value.content).digest("hex") };
};

/** Adds parts with their lengths, so that no two lists of parts look alike. */
const add = (digest: Hash, ...parts: readonly (string | Buffer)[]): void => {
  for (const part of parts) {
    const bytes = Buffer.from(part as string);
    digest.update(`${bytes.length}:`).update(bytes);
  }
};
