import { isUtf8 } from "node:buffer";
import { FormFile } from "#lib/routes/form-file.ts";
import { boundaryIn, maxHeadBytes, partHeadIn } from "./multipart-head.ts";

export type FormEntry = readonly [name: string, value: string | FormFile];

/** No form of ours has as many parts. */
const maxParts = 1_000;

/**
 * The fields of a `multipart/form-data` body in their order (RFC 7578). Undefined if it is malformed or has
 * more than 1,000 parts. Leaves out files without a name, which browsers send if none was chosen. File
 * contents share the body's memory. (Node's own parser cannot tell a file without a content type from text.)
 */
export const multipartEntries = (body: Buffer, contentType: string): readonly FormEntry[] | undefined => {
  const boundary = boundaryIn(contentType);
  const parts = boundary ? partsOf(body, boundary) : undefined;
  const entries = parts?.map(entryOf);
  if (!entries?.every((entry) => entry !== undefined)) return undefined;
  return entries.filter(([, value]) => !(value instanceof FormFile && value.name === ""));
};

/** The bytes between the boundaries; undefined unless the last boundary ends with `--`. */
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
