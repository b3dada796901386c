import * as z from "zod/mini";
import { sliceQuery } from "#lib/queries/pagination.ts";
import { route } from "./route.ts";

export const listTrainingData = route({
  id: "comments/training-data",
  method: "GET",
  path: "/api/comment_training_data/",
  summary: "list the comments that are decided, to train a spam classifier",
  auth: "staff",
  isPrivate: true,
  envelope: "legacy",
  answer: z.array(z.tuple([z.enum(["ham", "spam"]), z.string()])),
  query: sliceQuery,
  errors: ["bad_query"],
  uses: ["table:read"],
});
