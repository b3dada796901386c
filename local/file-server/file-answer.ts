import type { StoredFile } from "#lib/files/files.ts";
import type { FilePermit } from "#lib/files/signature.ts";
import { fileSafetyHeaders } from "#lib/media/file-delivery.ts";
import { type Bytes, byteRange } from "./byte-range.ts";
import { meetConditions, type RequestHeaders, rangeFits } from "./conditions.ts";

export interface FileRequest {
  readonly method?: string | undefined;
  readonly headers: RequestHeaders;
}

/** The head of an answer, and the part of the file to send. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 412 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly part: "whole" | "none" | Bytes;
}

/** The headers that are not the file's own choice. */
export type FilePresentation = Pick<FilePermit, "contentType" | "contentDisposition" | "cacheControl">;

export const fileAnswer = (
  { method, headers }: FileRequest,
  file: StoredFile,
  {
    contentType = file.contentType,
    contentDisposition,
    cacheControl = "private, no-store",
  }: FilePresentation,
): FileAnswer => {
  const { etag, sizeBytes } = file;
  const validators = {
    etag,
    "last-modified": file.lastModified.toUTCString(),
    "cache-control": cacheControl,
    "accept-ranges": "bytes",
    ...fileSafetyHeaders,
  };
  const condition = meetConditions(headers, file);
  if (condition === "other") return refused(412);
  if (condition === "current") return { status: 304, headers: validators, part: "none" };
  const wantsPart = method === "GET" && rangeFits(headers, file);
  const range = wantsPart ? byteRange(headers.range as string | undefined, sizeBytes) : "whole";
  if (range === "outside") return refused(416, { "content-range": `bytes */${sizeBytes}` });
  const described = {
    ...validators,
    "content-type": contentType,
    ...(contentDisposition && { "content-disposition": contentDisposition }),
  };
  if (range === "whole") {
    const whole = { ...described, "content-length": String(sizeBytes) };
    return { status: 200, headers: whole, part: method === "HEAD" ? "none" : "whole" };
  }
  const { first, last } = range;
  const partial = {
    "content-length": String(last - first + 1),
    "content-range": `bytes ${first}-${last}/${sizeBytes}`,
  };
  return { status: 206, headers: { ...described, ...partial }, part: range };
};

const refused = (status: 412 | 416, headers: Readonly<Record<string, string>> = {}): FileAnswer => ({
  status,
  headers: { "cache-control": "no-store", "content-length": "0", ...fileSafetyHeaders, ...headers },
  part: "none",
});
