import { FormFile } from "#lib/routes/form-file.ts";

/** A field of a form with its value. */
export type FormEntry = readonly [name: string, value: string | FormFile];

/** More parts than any form of ours has, and more than any part has to say of itself. */
const most = { parts: 1_000, headBytes: 16_384, parameters: 8 };

/**
 * The fields of a `multipart/form-data` body in their order (RFC 7578); undefined where it is none, breaks off, or has more
 * than 1,000 parts. A file without a name is what browsers send where none was chosen: it is left out. Contents of files
 * share the memory of the body. (The platform's own parser does not tell a file of no declared type from one of plain text.)
 */
export const multipartEntries = (body: Buffer, contentType: string): readonly FormEntry[] | undefined => {
  const boundary = parametersOf(contentType).get("boundary");
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
  while (at >= 0 && parts.length <= most.parts) {
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
  const headBytes = part.subarray(0, most.headBytes).indexOf("\r\n\r\n");
  if (headBytes < 0) return undefined;
  const head = part.toString("utf8", 0, headBytes);
  const disposition = headerIn(head, "content-disposition") ?? "";
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  if (name === undefined || !/^form-data\b/i.test(disposition)) return undefined;
  const content = part.subarray(headBytes + 4);
  const fileName = fileNameIn(parameters);
  return fileName === undefined
    ? [name, content.toString("utf8")]
    : [name, new FormFile(fileName, headerIn(head, "content-type"), content)];
};

const headerIn = (head: string, name: string): string | undefined =>
  head
    .split("\r\n")
    .find((line) => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim();

const parameter = /;\s*([\w*-]+)\s*=\s*(?:"(.*?)"(?=\s*(?:;|$))|([^\s;"]*))/gs;

/**
 * The first parameters of a header's value, quoted or not. A quoted one ends where another begins or none: browsers write
 * quotes and line breaks in it as `%22`, `%0D` and `%0A`, and backslashes as they are; others write `\"`.
 */
const parametersOf = (value: string): ReadonlyMap<string, string> => {
  const found: [string, string][] = [];
  for (const [, name = "", quoted, plain = ""] of value.matchAll(parameter)) {
    if (found.length === most.parameters) break;
    const unescaped = quoted?.replaceAll('\\"', '"').replace(/%(22|0D|0A)/gi, decodeURIComponent);
    found.push([name.toLowerCase(), unescaped ?? plain]);
  }
  return new Map(found);
};

/** RFC 5987's form of the name goes first, where it can be read. */
const fileNameIn = (parameters: ReadonlyMap<string, string>): string | undefined => {
  const encoded = /^utf-8'[^']*'((?:[^%]|%[\da-f]{2})+)$/i.exec(parameters.get("filename*") ?? "")?.[1];
  const name =
    encoded &&
    Buffer.from(
      encoded.replace(/%(..)/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
      "latin1",
    );
  return name ? name.toString("utf8") : parameters.get("filename");
};
