import { refuseProblems } from "#lib/refusals/refusal.ts";
import { type MayQuery, mayParameter, mayQuery } from "./may-query.ts";
import { type PageWindow, parsePageWindow, type Slice, sliceQuery, strictWindowQuery } from "./pagination.ts";
import { booleanParameter, unsupportedParameters } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

/** The query of a list that is answered whole, unless a part is asked for. */
export const maySliceQuery: QueryDeclaration<Slice & MayQuery> = {
  parameters: { ...sliceQuery.parameters, ...mayParameter },
  parse: (params, context) => ({ ...mayQuery.parse(params, context), ...sliceQuery.parse(params, context) }),
};

const windowParameters = { ...strictWindowQuery.parameters, ...mayParameter };

/** The query of a list of our own in pages. Refuses other parameters (contract#unknown-parameters). */
export const mayWindowQuery: QueryDeclaration<PageWindow & MayQuery> = {
  parameters: windowParameters,
  parse: (params) => {
    const { value, problems } = booleanParameter(params, "may");
    refuseProblems([...unsupportedParameters(params, Object.keys(windowParameters)), ...problems]);
    return { may: value, ...parsePageWindow(params) };
  },
};
