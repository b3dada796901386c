import { answerQuestions } from "#bench/processes/worker.ts";
import { currentCatalog } from "#lib/catalog/current-catalog.ts";
import { effortOf } from "./effort.ts";

/** What a new instance is to have, or an old one to bring up to date. */
export interface Wanted {
  readonly wanted: "catalog";
}

answerQuestions((_: Wanted) => effortOf(currentCatalog));
