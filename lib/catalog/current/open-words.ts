import type { ChangeSource } from "#lib/catalog/following/change-source.ts";
import { firstUsable, unpackFile } from "#lib/catalog/snapshots/open-snapshot.ts";
import { formOfWords } from "#lib/catalog/words/form-of-words.ts";
import type { Stemming } from "#lib/catalog/words/stemming.ts";
import { WordIndex } from "#lib/catalog/words/word-index.ts";

/**
 * Unpacks the newest usable index of words to the file; undefined without one, or in memory. Its age does not
 * matter, because it knows the versions of its pages. 30 ms of CPU for 10,000 posts, some 250 for 100,000;
 * reads two files and two items.
 */
export const openWords = async (
  file: string,
  source: ChangeSource,
  stemming: Stemming,
): Promise<WordIndex | undefined> =>
  file === ":memory:"
    ? undefined
    : firstUsable(source, async ({ note: { words } }) => {
        if (words.form !== formOfWords(stemming)) return undefined;
        await unpackFile(words.key, file);
        return WordIndex.fromCopy(file, stemming);
      });
