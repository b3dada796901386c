import type { StoredFile } from "#lib/files/files.ts";

/** The headers of a request, by lower-case name. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

type Validators = Pick<StoredFile, "etag" | "lastModified">;

/**
 * What the conditions of a GET or HEAD request make of a file: `send` it, say that the client's copy is
 * `current`, or that it is not the file that was meant (`other`). Dates that are none are no conditions.
 * Source: RFC 9110, 13.2.2.
 */
export const meetConditions = (
  headers: RequestHeaders,
  { etag, lastModified }: Validators,
): "send" | "current" | "other" => {
  const modifiedMs = inSeconds(lastModified);
  const expected = headers["if-match"];
  const isOther = expected ? !listsEtag(expected, etag) : modifiedMs > dateMs(headers["if-unmodified-since"]);
  if (isOther) return "other";
  const known = headers["if-none-match"];
  const isCurrent = known
    ? listsEtag(String(known).replaceAll("W/", ""), etag)
    : modifiedMs <= dateMs(headers["if-modified-since"]);
  return isCurrent ? "current" : "send";
};

/**
 * True when a range may be sent of the file: the part that the client has, as `If-Range` names it, is of the
 * same file.
 */
export const rangeFits = (headers: RequestHeaders, { etag, lastModified }: Validators): boolean => {
  const named = headers["if-range"];
  return named === undefined || named === etag || named === lastModified.toUTCString();
};

const listsEtag = (list: string | string[], etag: string): boolean =>
  String(list)
    .split(",")
    .map((each) => each.trim())
    .some((each) => each === "*" || each === etag);

/** The date of a header; not a number, and so neither before nor after anything, where there is none. */
const dateMs = (header: string | string[] | undefined): number =>
  /GMT$/.test(String(header)) ? Date.parse(String(header)) : Number.NaN;

/** HTTP knows no fractions of seconds. */
const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000) * 1000;
