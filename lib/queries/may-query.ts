import { refuseProblems } from "#lib/refusals/refusal.ts";
import { booleanParameter } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

/** The parameter that asks what the caller may do (contract#may). */
export const mayParameter = {
  may: { description: "`true`: with what the caller may do.", type: "boolean" },
} as const;

export interface MayQuery {
  readonly may: boolean;
}

/** The query of one object, which takes nothing else, and passes over other parameters. */
export const mayQuery: QueryDeclaration<MayQuery> = {
  parameters: mayParameter,
  parse: (params) => {
    const { value, problems } = booleanParameter(params, "may");
    refuseProblems(problems);
    return { may: value };
  },
};
