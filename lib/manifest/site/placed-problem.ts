import type { Problem, ProblemCode } from "#lib/refusals/problem.ts";

/** A problem at a place in the body, whose message is a sentence. */
export const problemAt = (path: string, code: ProblemCode, message: string): Problem => ({
  ...{ path, code },
  message: `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`,
});
