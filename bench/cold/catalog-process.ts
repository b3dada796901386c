import { answerQuestions } from "#bench/processes/worker.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { prepareSearch } from "#lib/catalog/current/full-text.ts";
import { effortOf } from "./effort.ts";

/** What to create or bring up to date: the catalog, or also the index of words. */
export interface InstanceTask {
  readonly task: "catalog" | "words";
}

answerQuestions(({ task }: InstanceTask) => effortOf(task === "catalog" ? currentCatalog : prepareSearch));
