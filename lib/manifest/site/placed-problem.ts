import type { Problem, ProblemCode } from "#lib/refusals/problem.ts";

/** The codes of what a manifest's checks say, by how they say it; anything else is `invalid`. */
const codes: readonly (readonly [RegExp, ProblemCode])[] = [
  [/^is required/, "required"],
  [/^(there is no |the (podcast|workflow) .* has no )/, "not_found"],
  [/^expected another /, "duplicate"],
  [/^expected (a list of )?at most \d/, "max_length"],
  [/^unknown key/, "unsupported"],
];

/** A problem of a manifest as one of a request. */
export const problemOf = (path: string, message: string): Problem => ({
  path,
  code: codes.find(([said]) => said.test(message))?.[1] ?? "invalid",
  message: `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`,
});
