import { isUtf8 } from "node:buffer";

/** What a part of a `multipart/form-data` body says of itself. */
export interface PartHead {
  /** Of the field. */
  readonly name: string;
  /** As the sender calls the file, empty where none was chosen; undefined for a text. */
  readonly fileName: string | undefined;
  /** As it is declared; undefined where nothing is declared. */
  readonly contentType: string | undefined;
}

/** How long the lines may be, together, in which a part says what it is. */
export const maxHeadBytes = 16_384;

/** More parameters than any header of a form has. */
const maxParameters = 8;

/**
 * What the lines above a part's content say, without the blank one that ends them; undefined where it is no
 * part of a form, or not UTF-8.
 */
export const partHeadIn = (bytes: Buffer): PartHead | undefined => {
  if (!isUtf8(bytes)) return undefined;
  const head = bytes.toString("utf8");
  const disposition = headerIn(head, "content-disposition") ?? "";
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  if (name === undefined || !/^form-data\b/i.test(disposition)) return undefined;
  return { name, fileName: fileNameIn(parameters), contentType: headerIn(head, "content-type") };
};

/** The boundary that a form's content type names; undefined where it names none, or an empty one. */
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
 * The first parameters of a header's value, quoted or not. A quoted one ends where another begins or none:
 * browsers write quotes and line breaks in it as `%22`, `%0D` and `%0A`, and backslashes as they are; others
 * write `\"`.
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

/** RFC 5987's form of the name goes first, where it can be read. */
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
