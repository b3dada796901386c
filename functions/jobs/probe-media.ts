/** Asked by other functions — what a media file in the store says about itself */
import { logJob } from "#lib/http/log.ts";
import { type Answer, isFailure, type Question, type Timed } from "#lib/probing/probe.ts";
import { probeStoredFile } from "#lib/probing/probe-stored-file.ts";

/** Always answers within the question's time limit, with a failure if need be. */
export const handler = async <Asked extends Question>(question: Timed<Asked>): Promise<Answer<Asked>> => {
  const answer = await probeStoredFile(question);
  const { failure: outcome, reason } = isFailure(answer)
    ? answer
    : { failure: "answered", reason: undefined };
  logJob("jobs/probe-media", { outcome, key: question.key, reason });
  return answer;
};
