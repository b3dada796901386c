import type { Problem } from "#lib/refusals/problem.ts";

/** An `unsupported_parameter` for each parameter that is not known (contract#media-parameters). */
export const unsupportedParameters = (params: URLSearchParams, known: readonly string[]): Problem[] => {
  const unknown = [...new Set(params.keys())].filter((name) => !known.includes(name));
  return unknown.sort().map((path) => ({
    path,
    code: "unsupported_parameter",
    message: `The query takes no other parameters than ${known.join(", ")}.`,
  }));
};
