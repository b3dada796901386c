import { limiter } from "#lib/limiter.ts";
import { decisionsToNextLesson, spamModel, trainingExamples } from "#lib/pages/spam-score.ts";
import { readAllComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/items.ts";
import {
  type Lessons,
  putSpamModel,
  readLessons,
  readSpamModel,
  setNextLesson,
} from "#lib/store/spam-model.ts";

/** Lets only the first of many decisions at the same moment make this process read all comments. */
const inTurn = limiter({ maxRunning: 1, maxWaiting: 100 });

/** True if as many decisions are counted as the model was to learn again after. */
export const isDue = ({ decisions, nextLesson }: Lessons): boolean => decisions >= nextLesson;

/**
 * Rebuilds the spam model from all decided comments. The model's version is read before them: of two
 * processes at once, the one with older comments starts again, unless it need not any more, because the other
 * has learned from the same decisions. Two requests, and one per megabyte.
 */
export const learnFromComments = (isNeeded: (lessons: Lessons) => boolean = () => true): Promise<void> =>
  inTurn(() =>
    commitDecision(async () => {
      const [stored, lessons] = await Promise.all(inOneRead(() => [readSpamModel(), readLessons()]));
      if (!isNeeded(lessons)) return { writes: [], value: undefined };
      const examples = trainingExamples(await readAllComments());
      const nextLesson = setNextLesson(lessons.decisions + decisionsToNextLesson(examples.length));
      return { writes: [putSpamModel(spamModel(examples), stored), nextLesson], value: undefined };
    }),
  );
