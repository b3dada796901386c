import { answerQuestions } from "#bench/processes/worker.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { prepareSearch } from "#lib/catalog/current/full-text.ts";
import { effortOf } from "./effort.ts";

/**
 * What a new instance is to have, or an old one to bring up to date: the catalog, or the index of words
 * besides.
 */
export interface Wanted {
  readonly wanted: "catalog" | "words";
}

answerQuestions(({ wanted }: Wanted) => effortOf(wanted === "catalog" ? currentCatalog : prepareSearch));
