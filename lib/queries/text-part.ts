import { lastValues } from "./last-values.ts";

/**
 * The part of a text that the `q` of a list looks for; empty for any text. What consists of control
 * characters only is kept and so found nowhere: without null characters it would be found everywhere.
 */
export const textPart = (params: URLSearchParams): string => {
  const last = params.getAll("q").at(-1) ?? "";
  return /^\p{Cc}+$/u.test(last) ? last : (lastValues(params).get("q") ?? "");
};
