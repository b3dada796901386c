import type { ChangeSource } from "#lib/catalog/following/change-source.ts";
import { firstOfUse, unpackFile } from "#lib/catalog/snapshots/open-snapshot.ts";
import { WordIndex } from "#lib/catalog/words/word-index.ts";

let form: string | undefined;

/** The digest of the tables of indexes that this program can take over. */
export const formOfWords = (): string => {
  form ??= new WordIndex(":memory:").form;
  return form;
};

/**
 * The index of words of a snapshot, in the file: of the newest, or else of the one before it; undefined when
 * there is none that this program can take over, and in memory. Of whatever age it is: the index knows the
 * versions of its pages. Says of each that is of no use why. 10,000 posts take 30 ms of CPU, 100,000 some
 * 250; two files and two items are read.
 */
export const openWords = async (file: string, source: ChangeSource): Promise<WordIndex | undefined> =>
  file === ":memory:"
    ? undefined
    : firstOfUse(source, async ({ note: { words } }) => {
        if (words.form !== formOfWords()) return undefined;
        await unpackFile(words.key, file);
        return WordIndex.fromCopy(file);
      });
