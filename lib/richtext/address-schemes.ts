const allowedSchemes = new Set(["http", "https", "ftp", "mailto", "tel"]);

const scriptSchemes = new Set(["javascript", "vbscript", "file", "data"]);

/** White space, control and format characters, and U+FFFD for NUL: a scheme can hide behind them. */
const invisible = /[\p{White_Space}\p{Cc}\p{Cf}\uFFFD]+/gu;

/**
 * The text before the first colon, in lower case; undefined for a path, a query or a fragment. Characters
 * that browsers may skip are removed first. All others stay, so that we do not allow a strange scheme.
 */
const schemeOf = (address: string): string | undefined =>
  /^([^:/?#]*):/.exec(address.replace(invisible, ""))?.[1]?.toLowerCase();

/** True if rich text may link to it: a scheme that we allow, or none; references are resolved. */
export const mayBeLinked = (address: string): boolean => {
  const scheme = schemeOf(address);
  return scheme === undefined || allowedSchemes.has(scheme);
};

/** True for a web address without hidden characters. Players and pages link to such ones only. */
export const isWebAddress = (address: string): boolean =>
  /^https?:\/\/[^\p{White_Space}\p{Cc}\p{Cf}]+$/iu.test(address) && URL.canParse(address);

/** True for an address that would run a script or open a file in a browser. `data:` images do neither. */
export const runsScript = (address: string): boolean =>
  scriptSchemes.has(schemeOf(address) ?? "") && !/^\s*data:image\/(?:gif|png|jpeg|webp);/i.test(address);
