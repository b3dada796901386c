const allowedSchemes = new Set(["http", "https", "ftp", "mailto", "tel"]);

const scriptSchemes = new Set(["javascript", "vbscript", "file", "data"]);

/**
 * What a scheme can be hidden behind: white space, control and format characters, and what stands for NUL.
 */
const invisible = /[\p{White_Space}\p{Cc}\p{Cf}\uFFFD]+/gu;

/**
 * What stands before the colon that ends a scheme, in lower case; undefined for a path, a query or a
 * fragment. Whatever browsers may skip is taken out first. Whatever else stands there belongs to the scheme,
 * so that it is none we allow.
 */
const schemeOf = (address: string): string | undefined =>
  /^([^:/?#]*):/.exec(address.replace(invisible, ""))?.[1]?.toLowerCase();

/**
 * True for an address that rich text may link to: one with a scheme that we allow, or with none. The
 * character references of `address` are resolved.
 */
export const mayBeLinked = (address: string): boolean => {
  const scheme = schemeOf(address);
  return scheme === undefined || allowedSchemes.has(scheme);
};

/** True for an address of the web that nothing is hidden in, which players and pages link to. */
export const isWebAddress = (address: string): boolean =>
  /^https?:\/\/[^\p{White_Space}\p{Cc}\p{Cf}]+$/iu.test(address) && URL.canParse(address);

/**
 * True for an address that would run a script or open a file, as far as browsers know it. Pictures as data
 * would not.
 */
export const runsScript = (address: string): boolean =>
  scriptSchemes.has(schemeOf(address) ?? "") && !/^\s*data:image\/(?:gif|png|jpeg|webp);/i.test(address);
