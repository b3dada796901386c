import { limiter } from "#lib/limiter.ts";
import { decisionsToNextLesson, spamModel } from "#lib/pages/spam-score.ts";
import { trainingExamples } from "#lib/pages/training-examples.ts";
import { readAllComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putSpamModel, readLessons, readSpamModel, setNextLesson } from "#lib/store/spam-model.ts";

/** So that of many decisions at the same moment, only the first makes this process read all comments. */
const inTurn = limiter({ maxRunning: 1, maxWaiting: 100 });

/**
 * Rebuilds the spam model from all decided comments. The model's version is read before them: of two
 * processes at once, the one with older comments starts again, unless the other has learned from the decision
 * of this number too. Four requests, and one per megabyte.
 */
export const learnFromComments = (decision = Number.POSITIVE_INFINITY): Promise<void> =>
  inTurn(() =>
    commitDecision(async () => {
      const [stored, { decisions, nextLesson: next }] = await Promise.all([readSpamModel(), readLessons()]);
      if (next > decision) return { writes: [], value: undefined };
      const examples = trainingExamples(await readAllComments());
      const nextLesson = setNextLesson(decisions + decisionsToNextLesson(examples.length));
      return { writes: [putSpamModel(spamModel(examples), stored), nextLesson], value: undefined };
    }),
  );
