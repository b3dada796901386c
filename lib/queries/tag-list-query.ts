import { refuseProblems } from "#lib/refusals/refusal.ts";
import { type PageWindow, pageWindowParameters, parsePageWindow } from "./pagination.ts";
import { textPart, unsupportedParameters } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface TagListQuery {
  /** Part of a name, in lower case; empty for every tag. */
  readonly part: string;
  readonly window: PageWindow;
}

const parameters = { q: { description: "Part of the tag, in any case." }, ...pageWindowParameters } as const;

/** The query of the editors' list of tags. Refuses other parameters. */
export const tagListQuery: QueryDeclaration<TagListQuery> = {
  parameters,
  parse: (params) => {
    refuseProblems(unsupportedParameters(params, Object.keys(parameters)));
    const part = textPart(params).toLowerCase();
    return { part, window: parsePageWindow(params) };
  },
};
