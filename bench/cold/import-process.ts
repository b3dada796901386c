import { answerQuestions } from "#bench/processes/worker.ts";
import { type Effort, effortOf } from "./effort.ts";

/** A file to be loaded. */
export interface Import {
  readonly file: string;
}

export type Imported = Effort;

answerQuestions(({ file }: Import): Promise<Imported> => effortOf(() => import(file)));
