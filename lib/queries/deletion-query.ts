import { refuseProblems } from "#lib/refusals/refusal.ts";
import { booleanParameter, unsupportedParameters } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface DeletionQuery {
  /** True to delete what is in use. */
  readonly force: boolean;
}

const parameters = {
  force: { description: "`true`: deletes it even if pages use it.", type: "boolean" },
} as const;

/** The query of deletions of media. Refuses other parameters and values. */
export const deletionQuery: QueryDeclaration<DeletionQuery> = {
  parameters,
  parse: (params) => {
    const force = booleanParameter(params, "force");
    refuseProblems([...unsupportedParameters(params, Object.keys(parameters)), ...force.problems]);
    return { force: force.value };
  },
};
