import { type CommentState, commentStates } from "#lib/pages/comment.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { type PageWindow, pageWindowParameters, parsePageWindow } from "./pagination.ts";
import { integerFrom, lastValues, textPart, unsupportedParameters } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface CommentListQuery {
  /** Undefined for every state. */
  readonly state: CommentState | undefined;
  /** Only comments on this page. */
  readonly on: number | undefined;
  /** Only comments on this page and on those below it. */
  readonly below: number | undefined;
  /** Part of a name or text, in any case; empty for every comment. */
  readonly words: string;
  readonly window: PageWindow;
}

const parameters = {
  state: { description: `Only comments in this state: ${commentStates.join(", ")}.` },
  on: { description: "Only comments on the page with this id.", type: "integer" },
  below: { description: "Only comments on the page with this id and on all below it.", type: "integer" },
  q: {
    description: "Part of the name or text, in any case; of the newest 1,000 comments that the rest leaves.",
  },
  ...pageWindowParameters,
} as const;

/** The query of the list of comments. Refuses other parameters, unknown states and bad ids. */
export const commentListQuery: QueryDeclaration<CommentListQuery> = {
  parameters,
  parse: (params) => {
    const problems: Problem[] = [...unsupportedParameters(params, Object.keys(parameters))];
    const values = lastValues(params);
    const idIn = (path: "on" | "below"): number | undefined => {
      const text = values.get(path);
      const id = text === undefined ? undefined : integerFrom(text);
      if (text !== undefined && (id === undefined || id < 1))
        problems.push({ path, code: "invalid", message: "A valid integer is required." });
      return id;
    };
    const named = values.get("state");
    const state = commentStates.find((each) => each === named);
    if (named !== undefined && !state) {
      const message = `Expected one of ${commentStates.join(", ")}.`;
      problems.push({ path: "state", code: "invalid_choice", message });
    }
    const [on, below] = [idIn("on"), idIn("below")];
    refuseProblems(problems);
    return { state, on, below, words: textPart(params), window: parsePageWindow(params) };
  },
};
