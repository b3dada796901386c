import pLimit from "p-limit";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { feedPath } from "#lib/feeds/feed-names.ts";
import type { Files } from "#lib/files/files.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { chunkDocuments, type NamedDocument } from "./chunk-documents.ts";
import type { FeedPost } from "./feed-item.ts";
import { type Chunk, chunkName, chunksOf } from "./feed-plan.ts";
import type { FeedScene, feedDigest } from "./feed-scene.ts";
import {
  type FeedState,
  type KnownContents,
  type MadeChunk,
  readFeedState,
  readKnownContents,
  removeFeedState,
  toMakeAgain,
  writeFeedState,
  writeKnownContents,
} from "./feed-state.ts";
import type { Pause } from "./pause.ts";
import { type FeedPosition, putNewer, removeOlder } from "./put-newer.ts";
import { renewCompanions } from "./renew-companions.ts";

/** The site as it was at a moment: what is made from it is true only while the catalog has not moved on. */
export interface Moment {
  readonly scene: FeedScene;
  readonly position: Omit<FeedPosition, "epoch">;
  /** The name of the change log. */
  readonly epoch: string;
  readonly hasPassed: () => boolean;
  readonly digestOf: typeof feedDigest;
  /** What a long piece of work does now and then; a run that the site has overtaken before may hurry. */
  readonly pause: Pause;
}

/** How many documents a run has stored, and how many it has removed. */
export interface Renewed {
  readonly stored: number;
  readonly removed: number;
}

/** The same of one feed, and what it consists of now. */
export interface RenewedFeed extends Renewed {
  readonly chunks: FeedState["chunks"];
}

/** The ETags of a feed's stored documents, by name. */
export type StoredNames = ReadonlyMap<string, string>;

/** The same of all feeds, by the blog that they belong to. */
export type StoredFeeds = ReadonlyMap<number, StoredNames>;

/** Requests to the file store at once. */
const filesAtOnce = 16;

/** After how many archives a long run notes what it has done, so that one that is cut off is continued. */
const chunksBetweenNotes = 20;

/** One run over one feed. */
interface Run {
  readonly files: Files;
  readonly blogId: number;
  readonly moment: Moment;
  readonly stored: StoredNames;
  readonly put: (
    documents: readonly NamedDocument[],
  ) => Promise<Readonly<Record<string, string>> | undefined>;
}

/**
 * Brings the feed of one blog to what the site says at a moment: makes what is not stored as it should be,
 * and removes what belongs to no feed. Undefined where the site moved on meanwhile, or another run is at work
 * on the same feed: then all is to be looked at again. What a feed names is stored before the feed: first the
 * files beside episodes, then archives from the oldest, then the newest posts; removals come last.
 *
 * A transcript that is missing or damaged is left out, and its error is thrown when all else is done; each
 * later run tries it again.
 */
export const renewBlogFeed = async (
  files: Files,
  blogId: number,
  moment: Moment,
  stored: StoredNames,
): Promise<RenewedFeed | undefined> => {
  const held = await readFeedState(files, blogId);
  const { catalog } = moment.scene;
  const blog = catalog.page(blogId, anonymousViewer);
  if (moment.hasPassed()) return undefined;
  let count = 0;
  const run: Run = {
    files,
    blogId,
    moment,
    stored,
    put: async (documents) => {
      count += documents.length;
      return putAll(files, blogId, documents, moment, stored);
    },
  };
  if (!blog) {
    await removeNames([...stored.keys()], run);
    const isForgotten = await removeFeedState(files, blogId, held);
    return isForgotten ? { stored: 0, removed: stored.size, chunks: {} } : undefined;
  }
  const chunks = chunksOf(catalog, blog);
  const beside = await renewCompanions(chunks, blog, held.value.companions, { ...run, scene: moment.scene });
  if (!beside) return undefined;
  const { companions, unreadable } = beside;
  const notes = noteKeeper(files, blogId, { ...held.value, companions }, held.etag);
  const contents = contentReader(files, blog, moment.pause);
  for (const [index, chunk] of chunks.entries()) {
    const known = notes.state().chunks[chunkName(chunk)];
    if (known && isUpToDate(known, chunk, blogId, run)) continue;
    await moment.pause();
    const posts = moment.hasPassed() ? undefined : await contents.read(chunk, moment.scene);
    const made = posts && !moment.hasPassed() && (await renewChunk(chunk, posts, blog, companions, run));
    if (!made) {
      await notes.write();
      return undefined;
    }
    const isWhole = !chunk.postIds.some((id) => unreadable.has(id));
    notes.add(chunkName(chunk), isWhole ? made : { ...made, from: toMakeAgain });
    if (index % chunksBetweenNotes === chunksBetweenNotes - 1 && !(await notes.write())) return undefined;
  }
  await contents.keep(chunks);
  notes.keepOnly(chunks.map(chunkName));
  const wanted = namesIn(notes.state());
  const unwanted = [...stored.keys()].filter((name) => !wanted.has(name));
  await removeNames(unwanted, run);
  if (!(await notes.write())) return undefined;
  const [error] = unreadable.values();
  if (error) throw error;
  return { stored: count, removed: unwanted.length, chunks: notes.state().chunks };
};

const isUpToDate = (
  { from, shownWith, documents }: MadeChunk,
  chunk: Chunk,
  blogId: number,
  { moment, stored }: Run,
): boolean =>
  Object.entries(documents).every(([name, etag]) => stored.get(name) === etag) &&
  from === moment.digestOf(moment.scene, blogId, chunk, shownWith);

const namesIn = ({ chunks, companions }: FeedState): ReadonlySet<string> =>
  new Set([
    ...Object.values(chunks).flatMap(({ documents }) => Object.keys(documents)),
    ...Object.entries(companions).flatMap(([id, { files }]) =>
      Object.keys(files).map((suffix) => id + suffix),
    ),
  ]);

/**
 * The state as the run goes on; it is stored only where it has changed, and where no other run was faster.
 */
const noteKeeper = (files: Files, blogId: number, first: FeedState, firstEtag: string | null) => {
  let state = first;
  let etag = firstEtag;
  let written = firstEtag === null ? "" : JSON.stringify(first);
  return {
    state: () => state,
    add: (name: string, chunk: MadeChunk): void => {
      state = { ...state, chunks: { ...state.chunks, [name]: chunk } };
    },
    keepOnly: (names: readonly string[]): void => {
      const kept = Object.entries(state.chunks).filter(([name]) => names.includes(name));
      state = { ...state, chunks: Object.fromEntries(kept) };
    },
    write: async (): Promise<boolean> => {
      const text = JSON.stringify(state);
      if (text === written) return true;
      const next = await writeFeedState(files, blogId, state, etag);
      if (next === undefined) return false;
      [etag, written] = [next, text];
      return true;
    },
  };
};

/** The ETags of the documents by name; undefined where a newer one is stored, of which another run knows. */
const putAll = async (
  files: Files,
  blogId: number,
  documents: readonly NamedDocument[],
  { position, epoch }: Moment,
  stored: StoredNames,
): Promise<Readonly<Record<string, string>> | undefined> => {
  const etags: Record<string, string> = {};
  await pLimit(filesAtOnce).map(documents, async ({ name, contentType, body }) => {
    const document = { path: feedPath(blogId, name), contentType, body };
    const etag = await putNewer(files, document, { ...position, epoch }, stored.get(name) ?? null);
    if (etag !== undefined) etags[name] = etag;
  });
  return Object.keys(etags).length === documents.length ? etags : undefined;
};

const removeNames = async (
  names: readonly string[],
  { files, blogId, moment: { position, epoch } }: Run,
): Promise<void> => {
  await pLimit(filesAtOnce).map(names, (name) =>
    removeOlder(files, feedPath(blogId, name), { ...position, epoch }),
  );
};

const renewChunk = async (
  chunk: Chunk,
  posts: readonly FeedPost[],
  blog: Listing,
  companions: FeedState["companions"],
  { moment: { scene, hasPassed, pause }, put }: Run,
): Promise<MadeChunk | undefined> => {
  const companionsOf = (id: number) => Object.keys(companions[id]?.files ?? {});
  const context = { scene, blog, companionsOf };
  const { documents, shownWith, from } = await chunkDocuments(chunk, posts, context, pause);
  if (hasPassed()) return undefined;
  const etags = await put(documents);
  return etags && { from, shownWith, documents: etags };
};

/**
 * Reads what is published of the posts of chunks, one request per 100. What is read of a podcast's episodes
 * is kept, so that the next run reads only those that have changed.
 */
const contentReader = (files: Files, blog: Listing, pause: Pause) => {
  const isKept = blog.kind === "podcast";
  let known: KnownContents | undefined;
  let hasRead = false;
  return {
    /** Undefined where the store is ahead of the catalog. */
    read: async ({ postIds }: Chunk, { catalog }: FeedScene): Promise<readonly FeedPost[] | undefined> => {
      known ??= isKept ? await readKnownContents(files, blog.id, pause) : {};
      const listings = catalog.listingsOf(postIds);
      const unread = listings.filter(({ id, liveRevisionId }) => known![id]?.revision !== liveRevisionId);
      const contents = await readPublicContents(unread, { body: true, comments: false }, catalog);
      if (!contents) return undefined;
      const read = unread.flatMap(({ id, liveRevisionId }, index) => {
        const { content } = contents[index]!;
        return content ? [[id, { revision: liveRevisionId ?? 0, content }] as const] : [];
      });
      if (read.length < unread.length) return undefined;
      hasRead ||= read.length > 0;
      const found: KnownContents = { ...known, ...Object.fromEntries(read) };
      if (isKept) known = found;
      return listings.map((listing) => ({ listing, content: found[listing.id]!.content }));
    },
    keep: async (chunks: readonly Chunk[]): Promise<void> => {
      if (!isKept || !hasRead) return;
      const ids = chunks.flatMap(({ postIds }) => [...postIds]);
      const kept = ids.flatMap((id) => (known?.[id] ? [[id, known[id]] as const] : []));
      await writeKnownContents(files, blog.id, Object.fromEntries(kept), pause);
    },
  };
};
