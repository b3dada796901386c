/** GET /api/comment_training_data/ — list the comments that are decided, to train a spam classifier */
import { endpoint } from "#lib/http/endpoint.ts";
import { trainingExamples } from "#lib/pages/spam-score.ts";
import { sliceOf } from "#lib/queries/pagination.ts";
import { listTrainingData } from "#lib/routes/comments.ts";
import { readAllComments } from "#lib/store/comments.ts";

export const handler = endpoint(listTrainingData, async ({ query: slice }) => {
  return sliceOf(trainingExamples(await readAllComments()), slice);
});
