import type { StoredFile } from "#lib/files/files.ts";

/** Headers by their names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

type Validators = Pick<StoredFile, "etag" | "lastModified">;

/**
 * Decides: `send` the file, the client's copy is `current`, or it expects another file (RFC 9110, 13.2.2).
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

/** True if `If-Range` allows a part: the client has a part of this very file, or sent no condition. */
export const rangeFits = (headers: RequestHeaders, { etag, lastModified }: Validators): boolean => {
  const named = headers["if-range"];
  return named === undefined || named === etag || named === lastModified.toUTCString();
};

const listsEtag = (list: string | string[], etag: string): boolean =>
  String(list)
    .split(",")
    .map((each) => each.trim())
    .some((each) => each === "*" || each === etag);

/** NaN, which is neither before nor after anything, if the header is not a date. */
const dateMs = (header: string | string[] | undefined): number =>
  /GMT$/.test(String(header)) ? Date.parse(String(header)) : Number.NaN;

/** HTTP dates have no fractions of seconds. */
const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000) * 1000;
