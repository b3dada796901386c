import { sha256Of } from "#lib/files/part-checksum.ts";
import { createUpload, presignParts } from "#lib/routes/editor-uploads.ts";
import { call } from "./call.ts";

/** As documented: the SHA-256 of the parts' SHA-256s. */
export const checksumOf = (...parts: readonly Uint8Array[]): string =>
  sha256Of(Buffer.concat(parts.map((part) => Buffer.from(sha256Of(part), "hex"))));

/** Begins an upload; gives its session. */
export const begin = async (size: number, fields: Record<string, unknown> = {}, as = "ada") => {
  const { status, body } = await call(createUpload, { as, body: { name: "heron.mp4", size, ...fields } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};

/** Sends a part with its presigned request; gives the status. */
export const putPart = async (
  id: number,
  number: number,
  content: Uint8Array<ArrayBuffer>,
  as = "ada",
): Promise<number> => {
  const parts = [{ number, sha256: sha256Of(content) }];
  const { status, body } = await call(presignParts, { as, params: { id }, body: { parts } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const [{ method, url, headers }] = body.parts;
  return (await fetch(url, { method, headers, body: content })).status;
};
