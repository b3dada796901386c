import { invalid } from "#lib/refusals/refuse-problems.ts";
import { plainDigits } from "#lib/routes/fields.ts";

/**
 * The revision id of an `If-Match` header, of any size, by its digits; undefined when there is none. Only one
 * strong quoted integer will do, with optional white space around it; anything else is `If-Match/invalid`
 * (contract#if-match).
 */
export const revisionFromIfMatch = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const digits = /^\s*"([0-9]+)"\s*$/.exec(header)?.[1];
  if (digits === undefined)
    throw invalid("If-Match", "invalid", 'Only one quoted revision id will do, such as "12".');
  return plainDigits(digits);
};
