import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { lastValues } from "./last-values.ts";
import { type PageWindow, parsePageWindow } from "./pagination.ts";
import { unsupportedParameters } from "./unsupported-parameters.ts";

/** What a request for collections asks for. */
export interface CollectionQuery {
  readonly kind: MediaKind;
  readonly window: PageWindow;
}

/**
 * Reads `type`, which must name a kind of media, `page` and `pageSize`. Refuses `type/required`,
 * `type/invalid_choice`, and any other parameter as `unsupported_parameter`, all of them together; a bad page
 * is `not_found` (contract#collections).
 */
export const parseCollectionQuery = (params: URLSearchParams): CollectionQuery => {
  const type = lastValues(params).get("type");
  const kind = mediaKinds.find((each) => each === type);
  refuseProblems([
    ...(kind ? [] : [typeProblem(type)]),
    ...unsupportedParameters(params, ["type", "page", "pageSize"]),
  ]);
  return { kind: kind!, window: parsePageWindow(params) };
};

const typeProblem = (type: string | undefined): Problem =>
  type === undefined
    ? { path: "type", code: "required", message: "This parameter is required." }
    : { path: "type", code: "invalid_choice", message: `One of ${mediaKinds.join(", ")} is required.` };
