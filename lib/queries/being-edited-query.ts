import { refuseProblems } from "#lib/refusals/refusal.ts";
import { booleanParameter } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

/** The parameter that asks who else is typing into a page (contract#being-edited). */
export const beingEditedParameter = {
  being_edited: { description: "`true`: with who else has typed into it lately.", type: "boolean" },
} as const;

export interface BeingEditedQuery {
  readonly beingEdited: boolean;
}

/** The query of one post or episode. */
export const beingEditedQuery: QueryDeclaration<BeingEditedQuery> = {
  parameters: beingEditedParameter,
  parse: (params) => {
    const { value, problems } = booleanParameter(params, "being_edited");
    refuseProblems(problems);
    return { beingEdited: value };
  },
};
