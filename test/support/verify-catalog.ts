import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { FullText, fullText } from "#lib/catalog/current/full-text.ts";
import { rebuildCatalog } from "#lib/catalog/following/rebuild.ts";
import { storedChanges, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import { findDifferences, findWordDifferences, holdingsOf } from "#lib/catalog/verifying/verify-site.ts";
import { storedWords } from "#lib/catalog/words/index-changed-pages.ts";
import { WordIndex } from "#lib/catalog/words/word-index.ts";

/**
 * Compares this process's catalog and index of words with ones rebuilt from the store; gives a sentence per
 * difference.
 *
 * It works while others write: the rebuilt ones are made first, and the rebuilt catalog is updated last, so
 * each must know at least what the previous one knew.
 */
export const verifyCatalog = async (): Promise<readonly string[]> => {
  const { catalog: rebuilt, follower } = await rebuildCatalog(":memory:", storedChanges, storedLogTime);
  const rebuiltWords = new FullText(new WordIndex(":memory:"), storedWords);
  await rebuiltWords.bringUpToDate(rebuilt);
  const current = await currentCatalog();
  const words = await fullText();
  await words.bringUpToDate(current);
  const missedWords = findWordDifferences(rebuiltWords.index, words.index, current.liveVersions);
  const held = holdingsOf(current);
  const missed = findDifferences(holdingsOf(rebuilt), current);
  rebuilt.apply((await follower.check()).map(({ change }) => change));
  return [...new Set([...missed, ...missedWords, ...findDifferences(held, rebuilt)])];
};
