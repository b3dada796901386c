import type { Files } from "#lib/files/files.ts";
import { type FeedState, type Held, type MadeChunk, removeFeedState, writeFeedState } from "./feed-state.ts";

/**
 * What a feed consists of, as the run goes on. It is stored only where it has changed, and where no other run
 * was faster.
 */
export const noteKeeper = (
  files: Files,
  blogId: number,
  { value: first, etag: firstEtag }: Held<FeedState>,
) => {
  let state = first;
  let etag = firstEtag;
  let written = firstEtag === null ? "" : JSON.stringify(first);
  const write = async (): Promise<boolean> => {
    const text = JSON.stringify(state);
    if (text === written) return true;
    const next = await writeFeedState(files, blogId, state, etag);
    if (next === undefined) return false;
    [etag, written] = [next, text];
    return true;
  };
  return {
    state: () => state,
    addCompanions: (companions: FeedState["companions"]): void => {
      state = { ...state, companions };
    },
    add: (name: string, chunk: MadeChunk): void => {
      state = { ...state, chunks: { ...state.chunks, [name]: chunk } };
    },
    keepOnly: (names: readonly string[]): void => {
      const kept = Object.entries(state.chunks).filter(([name]) => names.includes(name));
      state = { ...state, chunks: Object.fromEntries(kept) };
    },
    /** False where another run was faster. */
    write,
    /** Leaves what is done to the next try. */
    giveUp: async (): Promise<undefined> => {
      await write();
    },
    /** Forgets the blog; false where another run was faster. */
    remove: (): Promise<boolean> => removeFeedState(files, blogId, { value: state, etag }),
  };
};
