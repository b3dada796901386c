import { isUtf8 } from "node:buffer";
import { FormFile } from "#lib/routes/form-file.ts";
import { boundaryIn, maxHeadBytes, partHeadIn } from "./multipart-head.ts";

/** A field of a form with its value. */
export type FormEntry = readonly [name: string, value: string | FormFile];

/** More parts than any form of ours has. */
const maxParts = 1_000;

/**
 * The fields of a `multipart/form-data` body in their order (RFC 7578); undefined where it is none, breaks
 * off, has more than 1,000 parts, or bytes that are not UTF-8 outside of files. A file without a name is what
 * browsers send where none was chosen: it is left out. Contents of files share the memory of the body. (The
 * platform's own parser does not tell a file of no declared type from one of plain text.)
 */
export const multipartEntries = (body: Buffer, contentType: string): readonly FormEntry[] | undefined => {
  const boundary = boundaryIn(contentType);
  const parts = boundary ? partsOf(body, boundary) : undefined;
  const entries = parts?.map(entryOf);
  if (!entries?.every((entry) => entry !== undefined)) return undefined;
  return entries.filter(([, value]) => !(value instanceof FormFile && value.name === ""));
};

/** What stands between the boundaries; undefined unless the last one says that it is the last. */
const partsOf = (body: Buffer, boundary: string): readonly Buffer[] | undefined => {
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  // The first boundary needs no line break in front of it.
  const text = Buffer.concat([Buffer.from("\r\n"), body]);
  const parts: Buffer[] = [];
  let at = text.indexOf(delimiter);
  while (at >= 0 && parts.length <= maxParts) {
    const end = at + delimiter.length;
    if (text.toString("latin1", end, end + 2) === "--") return parts;
    const lineEnd = text.indexOf("\r\n", end);
    if (lineEnd < 0 || !/^[ \t]*$/.test(text.toString("latin1", end, lineEnd))) return undefined;
    at = text.indexOf(delimiter, lineEnd);
    parts.push(text.subarray(lineEnd + 2, Math.max(at, lineEnd + 2)));
  }
  return undefined;
};

const entryOf = (part: Buffer): FormEntry | undefined => {
  const headBytes = part.subarray(0, maxHeadBytes).indexOf("\r\n\r\n");
  if (headBytes < 0) return undefined;
  const head = partHeadIn(part.subarray(0, headBytes));
  if (!head) return undefined;
  const { name, fileName, contentType } = head;
  const content = part.subarray(headBytes + 4);
  if (fileName !== undefined) return [name, new FormFile(fileName, contentType, content)];
  return isUtf8(content) ? [name, content.toString("utf8")] : undefined;
};
