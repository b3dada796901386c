import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { type PageWindow, pageWindowParameters, parsePageWindow } from "./pagination.ts";
import type { QueryDeclaration } from "./query-declaration.ts";
import { unsupportedParameters } from "./unsupported-parameters.ts";

/** The query of a list of our own in pages. Refuses other parameters (contract#unknown-parameters). */
export const strictWindowQuery: QueryDeclaration<PageWindow> = {
  parameters: pageWindowParameters,
  parse: (params) => {
    refuseProblems(unsupportedParameters(params, Object.keys(pageWindowParameters)));
    return parsePageWindow(params);
  },
};
