import { refuseProblems } from "#lib/refusals/refusal.ts";
import { integerFrom, lastValues, unsupportedParameters } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

const parameters = {
  after: {
    description: "The `next` of the part before: only pages after the one with this id.",
    type: "integer",
  },
} as const;

/** Which part of a site is exported: undefined is the first one. */
export const exportQuery: QueryDeclaration<{ readonly after: number | undefined }> = {
  parameters,
  parse: (params) => {
    refuseProblems(unsupportedParameters(params, Object.keys(parameters)));
    const text = lastValues(params).get("after");
    const after = text === undefined ? undefined : integerFrom(text);
    if (text !== undefined && (after === undefined || after < 1))
      refuseProblems([{ path: "after", code: "invalid", message: "A page's id is expected." }]);
    return { after };
  },
};
