import type { Problem } from "#lib/refusals/problem.ts";
import { lastValues } from "./last-values.ts";

/** `true` or `false`, false if it is absent; another value is a problem. */
export const booleanParameter = (
  params: URLSearchParams,
  path: string,
): { readonly value: boolean; readonly problems: readonly Problem[] } => {
  const text = lastValues(params).get(path) ?? "false";
  const isKnown = text === "true" || text === "false";
  const problem: Problem = { path, code: "invalid", message: "Expected true or false." };
  return { value: text === "true", problems: isKnown ? [] : [problem] };
};
