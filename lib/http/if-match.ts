import { invalid } from "#lib/refusals/problem.ts";

/**
 * The revision id of an `If-Match` header; undefined when there is none. Only one strong quoted integer will do, with
 * optional white space around it; anything else is `If-Match/invalid` (spec "Update" rule 2).
 */
export const revisionFromIfMatch = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined;
  const digits = /^\s*"([0-9]+)"\s*$/.exec(header)?.[1];
  if (!Number.isSafeInteger(Number(digits ?? "x")))
    throw invalid("If-Match", "invalid", 'Only one quoted revision id will do, such as "12".');
  return Number(digits);
};
