import { certain } from "#lib/certain.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { type PageWindow, pageWindowParameters, parsePageWindow } from "./pagination.ts";
import { lastValues, unsupportedParameters } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface CollectionQuery {
  readonly kind: MediaKind;
  readonly window: PageWindow;
}

const parameters = {
  type: { description: "`image`, `audio` or `video`.", required: true },
  ...pageWindowParameters,
} as const;

/**
 * The query for collections that media can be put into (contract#collections). Refuses all problems together;
 * a bad page is `not_found`.
 */
export const collectionQuery: QueryDeclaration<CollectionQuery> = {
  parameters,
  parse: (params) => {
    const type = lastValues(params).get("type");
    const kind = mediaKinds.find((each) => each === type);
    refuseProblems([
      ...(kind ? [] : [typeProblem(type)]),
      ...unsupportedParameters(params, Object.keys(parameters)),
    ]);
    return { kind: certain(kind), window: parsePageWindow(params) };
  },
};

const typeProblem = (type: string | undefined): Problem =>
  type === undefined
    ? { path: "type", code: "required", message: "This parameter is required." }
    : { path: "type", code: "invalid_choice", message: `One of ${mediaKinds.join(", ")} is required.` };
