import { refuseProblems } from "#lib/refusals/refusal.ts";
import { type BeingEditedQuery, beingEditedParameter } from "./being-edited-query.ts";
import { type MayQuery, mayParameter } from "./may-query.ts";
import { booleanParameter } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

/** The query of one post or episode, which passes over other parameters. */
export const editorObjectQuery: QueryDeclaration<BeingEditedQuery & MayQuery> = {
  // No spread: a function's bundle would keep the query where nothing uses it.
  get parameters() {
    return { ...beingEditedParameter, ...mayParameter };
  },
  parse: (params) => {
    const beingEdited = booleanParameter(params, "being_edited");
    const may = booleanParameter(params, "may");
    refuseProblems([...beingEdited.problems, ...may.problems]);
    return { beingEdited: beingEdited.value, may: may.value };
  },
};
