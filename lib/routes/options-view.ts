import { bodyTypes, type Route } from "./route.ts";

/** The answer to OPTIONS: what a path takes and gives, by its first route and all of them. */
export const optionsView = (first: Route, all: readonly Route[]) => ({
  name: first.id,
  description: all.map(({ method, summary }) => `${method}: ${summary}`).join("; "),
  renders: [
    ...new Set(
      all.flatMap(({ answerType, alsoAnswerTypes }) => [answerType.split(";")[0], ...alsoAnswerTypes]),
    ),
  ],
  parses: [...new Set(all.flatMap(({ bodyKinds }) => bodyKinds.map((kind) => bodyTypes[kind])))],
});
