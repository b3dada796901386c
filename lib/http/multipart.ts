import { isUtf8 } from "node:buffer";
import { FormFile } from "#lib/routes/form-file.ts";

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

export interface PartHead {
  readonly name: string;
  /** The sender's name for the file; empty if none was chosen, undefined for a text. */
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
}

export const maxHeadBytes = 16_384;

/** No header of a form has as many parameters. */
const maxParameters = 8;

/** The header lines of a part; undefined if they are not UTF-8 or name no form field. */
export const partHeadIn = (bytes: Buffer): PartHead | undefined => {
  if (!isUtf8(bytes)) return undefined;
  const head = bytes.toString("utf8");
  const disposition = headerIn(head, "content-disposition") ?? "";
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  if (name === undefined || !/^form-data\b/i.test(disposition)) return undefined;
  return { name, fileName: fileNameIn(parameters), contentType: headerIn(head, "content-type") };
};

/** The boundary in a form's content type; undefined if it is missing or empty. */
export const boundaryIn = (contentType: string): string | undefined =>
  parametersOf(contentType).get("boundary") || undefined;

const headerIn = (head: string, name: string): string | undefined =>
  head
    .split("\r\n")
    .find((line) => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim();

const parameter = /;\s*([\w*-]+)\s*=\s*(?:"(.*?)"(?=\s*(?:;|$))|([^\s;"]*))/gs;

/**
 * The first parameters of a header's value, quoted or not. Browsers write quotes and line breaks within
 * quotes as `%22`, `%0D` and `%0A`, and backslashes as they are; other clients write `\"`.
 */
const parametersOf = (value: string): ReadonlyMap<string, string> => {
  const found: [string, string][] = [];
  for (const [, name = "", quoted, plain = ""] of value.matchAll(parameter)) {
    if (found.length === maxParameters) break;
    const unescaped = quoted?.replaceAll('\\"', '"').replace(/%(22|0D|0A)/gi, decodeURIComponent);
    found.push([name.toLowerCase(), unescaped ?? plain]);
  }
  return new Map(found);
};

/** Prefers the name in RFC 5987's notation if it can be decoded. */
const fileNameIn = (parameters: ReadonlyMap<string, string>): string | undefined => {
  const encoded = /^utf-8'[^']*'((?:[^%]|%[\da-f]{2})+)$/i.exec(parameters.get("filename*") ?? "")?.[1];
  const name =
    encoded &&
    Buffer.from(
      encoded.replace(/%(..)/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
      "latin1",
    );
  return name && isUtf8(name) ? name.toString("utf8") : parameters.get("filename");
};
