import { openDataDirectory } from "#bench/lectern/files.ts";
import { openDataTable } from "#bench/lectern/one-machine.ts";
import { answerQuestions } from "#bench/processes/worker.ts";
import { type CorpusIds, loadCorpus } from "./load-corpus.ts";

/** A data directory to create. */
export interface Load {
  readonly data: string;
  readonly posts: number;
}

/** Creates a data directory with the corpus, and releases it. */
const load = async ({ data, posts }: Load): Promise<CorpusIds> => {
  const directory = await openDataDirectory(data);
  const table = await openDataTable(directory);
  const ids = await loadCorpus(posts);
  await table.close();
  await directory.close();
  return ids;
};

answerQuestions(load);
