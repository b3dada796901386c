import { type LiveContent, readLiveContents } from "#lib/store/pages.ts";
import { allWords, readWords, type StoredWords } from "#lib/store/words.ts";

/** What an index of words is made from and kept current by. */
export interface WordSource {
  /** The ready words of pages, in the order of the ids; undefined for those that have none. */
  readonly at: (ids: readonly number[]) => Promise<readonly (StoredWords | undefined)[]>;
  /** All of them, in no promised order, some at a time. */
  readonly all: () => AsyncIterable<readonly StoredWords[]>;
  /**
   * What the public reads of pages, in the order of the ids: of posts that were published before words were
   * kept.
   */
  readonly liveContents: (ids: readonly number[]) => Promise<readonly (LiveContent | undefined)[]>;
}

/** The store's, read consistently. */
export const storedWords: WordSource = { at: readWords, all: allWords, liveContents: readLiveContents };
