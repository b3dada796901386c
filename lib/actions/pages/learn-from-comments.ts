import { spamModel } from "#lib/pages/spam-score.ts";
import { trainingExamples } from "#lib/pages/training-examples.ts";
import { readAllComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putSpamModel, readSpamModel } from "#lib/store/spam-model.ts";

/**
 * Makes the spam model anew from all decided comments. The model's version is read before them: of two
 * processes at once, the one with older comments starts again. Two requests, and one per megabyte.
 */
export const learnFromComments = (): Promise<void> =>
  commitDecision(async () => {
    const stored = await readSpamModel();
    const model = spamModel(trainingExamples(await readAllComments()));
    return { writes: [putSpamModel(model, stored)], value: undefined };
  });
