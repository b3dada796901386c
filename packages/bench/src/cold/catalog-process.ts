import { currentCatalog, prepareSearch } from "#bench/lectern/catalog.ts";
import { answerQuestions } from "#bench/processes/worker.ts";
import { effortOf } from "./effort.ts";

/** What to create or bring up to date: the catalog, or also the index of words. */
export interface InstanceTask {
  readonly task: "catalog" | "words";
}

answerQuestions(({ task }: InstanceTask) => effortOf(task === "catalog" ? currentCatalog : prepareSearch));
