import { spamModel } from "#lib/pages/spam-score.ts";
import { trainingExamples } from "#lib/pages/training-examples.ts";
import { readAllComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putSpamModel, readSpamModel } from "#lib/store/spam-model.ts";

/**
 * Makes the spam model anew from all decided comments, as the training data has them. The model's version is
 * read before the comments: of two processes that learn at once, the one that read older comments starts
 * again. Cost: two requests, and one per megabyte of comments.
 */
export const learnFromComments = (): Promise<void> =>
  commitDecision(async () => {
    const stored = await readSpamModel();
    const model = spamModel(trainingExamples(await readAllComments()));
    return { writes: [putSpamModel(model, stored)], value: undefined };
  });
