import { transcriptTypes } from "#lib/media/transcripts/formats.ts";
import type { Route } from "#lib/routes/route.ts";

const mediaTypes = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
  ...transcriptTypes,
} as const;

export const optionsView = (first: Route, all: readonly Route[]) => ({
  name: first.id,
  description: all.map(({ method, summary }) => `${method}: ${summary}`).join("; "),
  renders: [
    ...new Set(
      all.flatMap(({ answerType, alsoAnswerTypes }) => [answerType.split(";")[0], ...alsoAnswerTypes]),
    ),
  ],
  parses: [...new Set(all.flatMap(({ bodyKinds }) => bodyKinds.map((kind) => mediaTypes[kind])))],
});
