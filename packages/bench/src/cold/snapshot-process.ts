import { snapshotCatalog } from "#bench/lectern/catalog.ts";
import { answerQuestions } from "#bench/processes/worker.ts";
import { effortOf } from "./effort.ts";

answerQuestions((_: object) => effortOf(snapshotCatalog));
