import { invalid } from "#lib/refusals/refuse-problems.ts";

/**
 * The key in the header, with or without the quotes of the IETF's draft; undefined without one. Refuses what
 * is not 1 to 255 visible ASCII characters.
 */
export const idempotencyKey = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const sent = header.trim();
  const quoted = /^"(.*)"$/.exec(sent)?.[1];
  const key = quoted === undefined ? sent : quoted.replace(/\\(["\\])/g, "$1");
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid("Idempotency-Key", "invalid", "A key has 1 to 255 visible ASCII characters.");
  return key;
};
