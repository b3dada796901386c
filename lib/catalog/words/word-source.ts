import type { PostContent } from "#lib/pages/content.ts";
import { type LiveContent, readLiveContents } from "#lib/store/pages.ts";
import { allWords, readWords, type StoredWords } from "#lib/store/words.ts";

/** What an index of words is built from and kept current by. */
export interface WordSource {
  /** The ready words of pages, in the order of the ids. */
  readonly at: (ids: readonly number[]) => Promise<readonly (StoredWords | undefined)[]>;
  /** The words of all pages, in batches and no promised order. */
  readonly all: () => AsyncIterable<readonly StoredWords[]>;
  /** The live content of posts, in the order of the ids: for posts published before words were stored. */
  readonly liveContents: (
    ids: readonly number[],
  ) => Promise<readonly (LiveContent<PostContent> | undefined)[]>;
}

/** The store's, read consistently. */
export const storedWords: WordSource = {
  at: readWords,
  all: allWords,
  liveContents: readLiveContents<PostContent>,
};
