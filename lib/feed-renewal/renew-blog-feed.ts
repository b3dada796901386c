import { setImmediate as nextTurn } from "node:timers/promises";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { certain } from "#lib/certain.ts";
import type { Files } from "#lib/files/files.ts";
import { isPostContent } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { chunkDocuments } from "./chunk-documents.ts";
import type { FeedDocuments, PutDocuments } from "./feed-documents.ts";
import type { FeedPost } from "./feed-of-blog.ts";
import { type Chunk, chunkName } from "./feed-plan.ts";
import type { FeedSource, feedDigest } from "./feed-source.ts";
import {
  type FeedState,
  type Held,
  type KnownContents,
  type MadeChunk,
  readFeedState,
  readKnownContents,
  removeFeedState,
  toMakeAgain,
  writeFeedState,
  writeKnownContents,
} from "./feed-state.ts";
import type { FrozenSites } from "./frozen-site.ts";
import { renewCompanions } from "./renew-companions.ts";

/** One pass over all feeds. */
export interface FeedPass {
  readonly files: Files;
  readonly sites: FrozenSites;
  /** The name of the change log. */
  readonly epoch: string;
  readonly digestOf: typeof feedDigest;
}

/**
 * The number of archives after which a long run notes what it has done, so that an interrupted one can be
 * continued.
 */
const chunksBetweenNotes = 20;

/**
 * Brings the feed of one blog to what the site says: makes what is not stored as it should be, and removes
 * what belongs to no feed. Gives what the feed consists of then. Undefined where another run is at work on
 * the same feed, or the store is ahead of the frozen site: then the caller looks at all again, at a newer
 * one. What a feed names is stored before the feed: first the files beside episodes, then archives from the
 * oldest, then the newest posts; removals come last.
 *
 * Each document is true at one time, however often the site changes while it is made. Where all together
 * take long, later ones are of newer sites. None is made twice: what has changed in those that are made is
 * left to the run that follows the change.
 *
 * A transcript that is missing or damaged is left out, and its error is thrown when all else is done; each
 * later run tries it again.
 */
export const renewBlogFeed = async (
  { files, sites, epoch, digestOf }: FeedPass,
  blogId: number,
  documents: FeedDocuments,
): Promise<FeedState["chunks"] | undefined> => {
  const notes = noteKeeper(files, blogId, await readFeedState(files, blogId));
  const contents = contentReader(files, blogId);
  const unreadable = new Map<number, Error>();
  for (let index = 0; ; index++) {
    const { source, feeds, position: read } = await sites.young();
    const position = { ...read, epoch };
    const feed = feeds.get(blogId);
    if (!feed) {
      await documents.remove([...documents.etags.keys()], position);
      return (await notes.remove()) ? {} : undefined;
    }
    const { blog, chunks } = feed;
    const chunk = chunks[index] ?? certain(chunks.at(-1));
    const put: PutDocuments = (made) => documents.put(made, position);
    const before = notes.state().companions;
    const beside = await renewCompanions(chunk, blog, before, { source, stored: documents.etags, put });
    if (!beside) return notes.giveUp();
    const { companions } = beside;
    notes.addCompanions(companions);
    for (const [id, error] of beside.unreadable) unreadable.set(id, error);

    const known = notes.state().chunks[chunkName(chunk)];
    const from = known && digestOf(source, blogId, chunk, known.shownWith);
    if (!known || known.from !== from || !isStored(known, documents)) {
      await nextTurn();
      const posts = await contents.read(chunk, blog, source);
      const made = posts && (await makeChunk(chunk, posts, { source, blog, companions, put }));
      if (!made) return notes.giveUp();
      const isWhole = !chunk.postIds.some((id) => unreadable.has(id));
      notes.add(chunkName(chunk), isWhole ? made : { ...made, from: toMakeAgain });
      if (index % chunksBetweenNotes === chunksBetweenNotes - 1 && !(await notes.write())) return undefined;
    }
    if (chunk.archive !== null) continue;

    await contents.keep(chunk);
    notes.keepOnly(chunks.map(chunkName));
    const wanted = namesIn(notes.state());
    const unwanted = [...documents.etags.keys()].filter((name) => !wanted.has(name));
    await documents.remove(unwanted, position);
    if (!(await notes.write())) return undefined;
    const [error] = unreadable.values();
    if (error) throw error;
    return notes.state().chunks;
  }
};

const isStored = (chunk: MadeChunk, { etags }: FeedDocuments): boolean =>
  Object.entries(chunk.documents).every(([name, etag]) => etags.get(name) === etag);

/** The context of a chunk's documents beside its posts, and the function that stores them. */
interface Making {
  readonly source: FeedSource;
  readonly blog: Listing;
  readonly companions: FeedState["companions"];
  readonly put: PutDocuments;
}

const makeChunk = async (
  chunk: Chunk,
  posts: readonly FeedPost[],
  { source, blog, companions, put }: Making,
): Promise<MadeChunk | undefined> => {
  const companionsOf = (id: number) => Object.keys(companions[id]?.files ?? {});
  const made = await chunkDocuments(chunk, posts, { source, blog, companionsOf }, nextTurn);
  const etags = await put(made.documents);
  return etags && { from: made.from, shownWith: made.shownWith, documents: etags };
};

const namesIn = ({ chunks, companions }: FeedState): ReadonlySet<string> =>
  new Set([
    ...Object.values(chunks).flatMap(({ documents }) => Object.keys(documents)),
    ...Object.entries(companions).flatMap(([id, { files }]) =>
      Object.keys(files).map((suffix) => id + suffix),
    ),
  ]);

/**
 * Reads what is published of the posts of chunks, one request per 100. What is read of a podcast's episodes
 * is kept, so that the next run reads only those that have changed.
 */
const contentReader = (files: Files, blogId: number) => {
  let known: KnownContents | undefined;
  let hasRead = false;
  return {
    /** Undefined if the store is ahead of the frozen site, because a post has been withdrawn. */
    read: async (
      { postIds }: Chunk,
      { kind }: Listing,
      { catalog, live }: FeedSource,
    ): Promise<readonly FeedPost[] | undefined> => {
      const isKept = kind === "podcast";
      known ??= isKept ? await readKnownContents(files, blogId, nextTurn) : {};
      const listings = catalog.listingsOf(postIds);
      const unread = listings.filter(
        ({ id, liveRevisionId }) => certain(known)[id]?.revision !== liveRevisionId,
      );
      const contents = await readPublicContents(unread, { body: true, comments: false }, live);
      if (!contents) return undefined;
      const read = unread.flatMap(({ id, liveRevisionId }, index) => {
        const { content } = certain(contents[index]);
        return content && isPostContent(content)
          ? [[id, { revision: liveRevisionId ?? 0, content }] as const]
          : [];
      });
      if (read.length < unread.length) return undefined;
      hasRead ||= isKept && read.length > 0;
      const found: KnownContents = { ...known, ...Object.fromEntries(read) };
      if (isKept) known = found;
      return listings.map((listing) => ({ listing, content: certain(found[listing.id]).content }));
    },
    /** Keeps those of a podcast's feed for the next run, if any was read. */
    keep: async ({ postIds }: Chunk): Promise<void> => {
      if (!hasRead) return;
      const kept = [...postIds].flatMap((id) => (known?.[id] ? [[id, known[id]] as const] : []));
      await writeKnownContents(files, blogId, Object.fromEntries(kept), nextTurn);
    },
  };
};

/**
 * Keeps the note of what a feed consists of, as the run goes on. It is stored only if it has changed, and if
 * no other run was faster.
 */
const noteKeeper = (files: Files, blogId: number, { value: first, etag: firstEtag }: Held<FeedState>) => {
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
