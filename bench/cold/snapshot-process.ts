import { answerQuestions } from "#bench/processes/worker.ts";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { effortOf } from "./effort.ts";

answerQuestions((_: object) => effortOf(snapshotCatalog));
