import { answerQuestions } from "#bench/processes/worker.ts";
import { effortOf } from "./effort.ts";

export interface Import {
  readonly file: string;
}

answerQuestions(({ file }: Import) => effortOf(() => import(file)));
