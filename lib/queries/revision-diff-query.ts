import { refuseProblems } from "#lib/refusals/refusal.ts";
import { integerFrom, lastValues, unsupportedParameters } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface RevisionDiffQuery {
  /** The revision to compare with; undefined for the predecessor. */
  readonly against: number | undefined;
}

const parameters = {
  against: {
    description: "The id of the revision to compare with; its predecessor unless said otherwise.",
    type: "integer",
  },
} as const;

/** The query of a comparison of revisions. Refuses other parameters, and what cannot be an id. */
export const revisionDiffQuery: QueryDeclaration<RevisionDiffQuery> = {
  parameters,
  parse: (params) => {
    const text = lastValues(params).get("against");
    const against = text === undefined ? undefined : integerFrom(text);
    const isWrong = text !== undefined && (against === undefined || against < 1);
    refuseProblems([
      ...unsupportedParameters(params, Object.keys(parameters)),
      ...(isWrong
        ? [{ path: "against", code: "invalid", message: "Expected the id of a revision." } as const]
        : []),
    ]);
    return { against };
  },
};
