import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { lastValues } from "./last-values.ts";
import { type PageWindow, pageWindowParameters, parsePageWindow } from "./pagination.ts";
import type { QueryDeclaration } from "./query-declaration.ts";
import { unsupportedParameters } from "./unsupported-parameters.ts";

export interface EditorMediaQuery {
  /** Empty if the title does not matter. */
  readonly titlePart: string;
  readonly tags: readonly string[];
  readonly window: PageWindow;
}

const parameters = {
  q: { description: "A part of the title, or of an audio's subtitle, in any case." },
  tag: { description: "An exact tag; repeated, all of them must be there.", repeatable: true },
  ...pageWindowParameters,
} as const;

/**
 * The query of the editor's lists of media; the last `q` counts (contract#media-query, contract#media-tags,
 * contract#media-parameters).
 */
export const editorMediaQuery: QueryDeclaration<EditorMediaQuery> = {
  parameters,
  parse: (params) => {
    refuseProblems(unsupportedParameters(params, Object.keys(parameters)));
    return {
      titlePart: lastValues(params).get("q") ?? "",
      tags: params.getAll("tag"),
      window: parsePageWindow(params),
    };
  },
};
