import { answerQuestions } from "#bench/processes/worker.ts";
import { openDataDirectory } from "#local/data-directory.ts";
import { startEngine } from "#local/engine.ts";
import { setEnvironment } from "#local/environment.ts";
import { ensureTable } from "#local/table.ts";
import { type CorpusIds, loadCorpus } from "./load-corpus.ts";

/** A data directory to create. */
export interface Load {
  readonly data: string;
  readonly posts: number;
}

/** Creates a data directory with the corpus, and releases it. */
const load = async ({ data, posts }: Load): Promise<CorpusIds> => {
  const directory = await openDataDirectory(data);
  const engine = await startEngine({ directory });
  setEnvironment({ DYNAMODB_ENDPOINT: engine.endpoint });
  await ensureTable();
  const ids = await loadCorpus(posts);
  await engine.stop();
  await directory.close();
  return ids;
};

answerQuestions(load);
