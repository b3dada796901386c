import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { lastValues } from "./last-values.ts";
import { type PageWindow, parsePageWindow } from "./pagination.ts";
import { unsupportedParameters } from "./unsupported-parameters.ts";

/** What a request for one of the editor's lists of media asks for. */
export interface EditorMediaQuery {
  /** Empty where it does not matter. */
  readonly titlePart: string;
  /** All of them. */
  readonly tags: readonly string[];
  readonly window: PageWindow;
}

/**
 * Reads `q`, of which the last counts, `tag`, which may be repeated, `page` and `pageSize`. Refuses any other
 * parameter with `unsupported_parameter`, and a bad page as `not_found` (contract#media-query,
 * contract#media-tags, contract#media-parameters).
 */
export const parseEditorMediaQuery = (params: URLSearchParams): EditorMediaQuery => {
  refuseProblems(unsupportedParameters(params, ["q", "tag", "page", "pageSize"]));
  return {
    titlePart: lastValues(params).get("q") ?? "",
    tags: params.getAll("tag"),
    window: parsePageWindow(params),
  };
};
