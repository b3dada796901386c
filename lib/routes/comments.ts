import * as z from "zod/mini";
import { route } from "./route.ts";
import { sliceOfList } from "./shapes.ts";

export const listTrainingData = route({
  id: "comments/training-data",
  method: "GET",
  path: "/api/comment_training_data/",
  summary: "list what is decided of comments, to train a spam classifier with",
  auth: "staff",
  isPrivate: true,
  envelope: "legacy",
  answer: z.array(z.tuple([z.enum(["ham", "spam"]), z.string()])),
  query: sliceOfList,
  errors: ["bad_query"],
  uses: ["table:read"],
});
