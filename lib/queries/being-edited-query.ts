/** The parameter that asks who else is typing into a page (contract#being-edited). */
export const beingEditedParameter = {
  being_edited: { description: "`true`: with who else has typed into it lately.", type: "boolean" },
} as const;

export interface BeingEditedQuery {
  readonly beingEdited: boolean;
}
