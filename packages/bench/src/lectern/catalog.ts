/** The catalog of an instance, its words, and the job that stores it. */
export { handler as snapshotCatalog } from "../../../../functions/jobs/snapshot-catalog.ts";
export { currentCatalog } from "../../../../lib/catalog/current/current-catalog.ts";
export { prepareSearch } from "../../../../lib/catalog/current/full-text.ts";
