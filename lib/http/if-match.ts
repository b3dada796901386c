import { invalid } from "#lib/refusals/refuse-problems.ts";
import { plainDigits } from "#lib/routes/fields.ts";

/** The digits of the header's revision id, which may be too large for a number (contract#if-match). */
export const revisionFromIfMatch = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const digits = /^\s*"([0-9]+)"\s*$/.exec(header)?.[1];
  if (digits === undefined)
    throw invalid("If-Match", "invalid", 'Only one quoted revision id will do, such as "12".');
  return plainDigits(digits);
};
