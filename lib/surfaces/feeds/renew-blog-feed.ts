import pLimit from "p-limit";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { LogPosition } from "#lib/catalog/log-position.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { type Companion, chaptersCompanion, transcriptCompanions } from "#lib/feeds/companions.ts";
import { feedPath } from "#lib/feeds/feed-names.ts";
import type { Files } from "#lib/files/files.ts";
import { readTranscript } from "#lib/files/transcripts.ts";
import type { Audio } from "#lib/media/media.ts";
import { segmentsIn, withoutSpeakers } from "#lib/media/transcript.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { episodeAudio } from "#lib/surfaces/content/podcast-episodes.ts";
import { type ChunkDocuments, chunkDocuments, type NamedDocument } from "./chunk-documents.ts";
import type { FeedPost } from "./feed-item.ts";
import { blogChunks, type Chunk, podcastChunks } from "./feed-plan.ts";
import { type FeedScene, feedDigest, watchedContext } from "./feed-scene.ts";
import {
  type FeedState,
  type Held,
  type KnownContents,
  type MadeChunk,
  type MadeCompanions,
  readFeedState,
  readKnownContents,
  removeFeedState,
  writeFeedState,
  writeKnownContents,
} from "./feed-state.ts";
import { putNewer, removeOlder } from "./put-newer.ts";

/** The site as it was at a moment: whatever is made from it is so only while the catalog has not moved on. */
export interface Moment {
  readonly scene: FeedScene;
  readonly position: LogPosition;
  readonly hasPassed: () => boolean;
}

/** How many documents a run has stored, and how many it has removed. */
export interface Renewed {
  readonly stored: number;
  readonly removed: number;
}

/** Requests to the file store at once. */
const filesAtOnce = 16;

/**
 * Brings the feed of one blog to what the site says at a moment, if anything has changed that it shows.
 * Undefined where the site moved on meanwhile, or another run was at work on the same feed: then nothing is
 * settled, and all is to be done again. Crash-safe: documents are stored before the state that speaks of
 * them.
 */
export const renewBlogFeed = async (
  files: Files,
  blogId: number,
  moment: Moment,
): Promise<Renewed | undefined> => {
  const held = await readFeedState(files, blogId);
  const { catalog } = moment.scene;
  const blog = catalog.page(blogId, anonymousViewer);
  if (!blog) return moment.hasPassed() ? undefined : removeFeed(files, blogId, held, moment.position);
  const chunks = blog.kind === "podcast" ? podcastChunks(catalog, blogId) : blogChunks(catalog, blogId);
  const changed = chunks.filter((chunk) => !isUpToDate(chunk, blogId, held.value, moment.scene));
  if (changed.length === 0 && hasChunksOnly(held.value, chunks))
    return moment.hasPassed() ? undefined : { stored: 0, removed: 0 };
  const companions = await episodeCompanions(chunks, blog, held.value, moment.scene);
  const contents = await contentsOf(files, blog, changed, catalog);
  if (!contents || moment.hasPassed()) return undefined;
  const context = {
    scene: moment.scene,
    blog,
    archives: chunks.length - 1,
    companionsOf: (id: number) => companions.made[id]?.suffixes ?? [],
  };
  const made = changed.map((chunk) => {
    const posts = postsOf(chunk, contents, catalog);
    return [chunk, chunkDocuments(chunk, posts, context)] as const;
  });
  return store(files, blogId, held, moment.position, {
    chunks: chunksAfter(held.value, chunks, made),
    companions: companions.made,
    documents: [...companions.documents, ...made.flatMap(([, { documents }]) => documents)],
  });
};

const nameOf = ({ archive }: Chunk): string => (archive === null ? "current" : String(archive));

const isUpToDate = (chunk: Chunk, blogId: number, { chunks }: FeedState, scene: FeedScene): boolean => {
  const known = chunks[nameOf(chunk)];
  return known !== undefined && known.from === feedDigest(scene, blogId, chunk.postIds, known.shownWith);
};

const hasChunksOnly = ({ chunks }: FeedState, wanted: readonly Chunk[]): boolean =>
  Object.keys(chunks).length === wanted.length;

const postsOf = (
  { postIds }: Chunk,
  contents: ReadonlyMap<number, FeedPost["content"]>,
  catalog: Catalog,
): readonly FeedPost[] =>
  catalog.listingsOf(postIds).map((listing) => ({ listing, content: contents.get(listing.id)! }));

/**
 * What is published of the posts of some chunks; undefined where the store is ahead of the catalog. Of a
 * podcast's episodes only what no run has read yet is read; one request per 100.
 */
const contentsOf = async (
  files: Files,
  blog: Listing,
  chunks: readonly Chunk[],
  catalog: Catalog,
): Promise<ReadonlyMap<number, FeedPost["content"]> | undefined> => {
  const ids = new Set(chunks.flatMap(({ postIds }) => [...postIds]));
  const listings = catalog.listingsOf(ids);
  const known = blog.kind === "podcast" ? await readKnownContents(files, blog.id) : {};
  const unknown = listings.filter(({ id, liveRevisionId }) => known[id]?.revision !== liveRevisionId);
  const read = await readPublicContents(unknown, { body: true, comments: false });
  if (!read) return undefined;
  const contents = new Map(listings.map(({ id }) => [id, known[id]?.content] as const));
  for (const [index, { id }] of unknown.entries()) contents.set(id, read[index]?.content ?? undefined);
  const found = new Map([...contents].flatMap(([id, content]) => (content ? [[id, content] as const] : [])));
  if (found.size < listings.length) return undefined;
  if (blog.kind === "podcast" && unknown.length > 0)
    await writeKnownContents(files, blog.id, knownFrom(listings, found));
  return found;
};

const knownFrom = (
  listings: readonly Listing[],
  contents: ReadonlyMap<number, FeedPost["content"]>,
): KnownContents =>
  Object.fromEntries(
    listings.map(({ id, liveRevisionId }) => [
      id,
      { revision: liveRevisionId ?? 0, content: contents.get(id)! },
    ]),
  );

/** The files beside episodes: all that there shall be, and those that are not stored yet. */
interface Companions {
  readonly made: Readonly<Record<string, MadeCompanions>>;
  readonly documents: readonly NamedDocument[];
}

/** Reads the transcripts of audios that have changed since their files were made. */
const episodeCompanions = async (
  chunks: readonly Chunk[],
  blog: Listing,
  { companions: before }: FeedState,
  scene: FeedScene,
): Promise<Companions> => {
  const made: Record<string, MadeCompanions> = {};
  const documents: NamedDocument[] = [];
  if (blog.kind !== "podcast") return { made, documents };
  const { context } = watchedContext(scene);
  const episodes = scene.catalog.listingsOf(chunks.flatMap(({ postIds }) => [...postIds]));
  await pLimit(filesAtOnce).map(episodes, async (episode) => {
    const audio = episodeAudio(episode, context.reading.media);
    if (!audio) return;
    const from = `${audio.id} ${audio.version}`;
    const known = before[episode.id];
    if (known?.from === from) {
      made[episode.id] = known;
      return;
    }
    const companions = await companionsOfAudio(audio);
    made[episode.id] = { from, suffixes: companions.map(({ suffix }) => suffix) };
    for (const { suffix, contentType, body } of companions)
      documents.push({
        name: `${episode.id}${suffix}`,
        contentType: `${contentType}; charset=utf-8`,
        body,
      });
  });
  return { made, documents };
};

const companionsOfAudio = async (audio: Audio): Promise<readonly Companion[]> => {
  const { chapters, transcript, transcriptDiarizationMode: mode } = audio;
  const segments = segmentsIn(await readTranscript(transcript));
  return [
    ...(chapters.length > 0 ? [chaptersCompanion(chapters)] : []),
    ...transcriptCompanions(mode === "disabled" ? withoutSpeakers(segments) : segments),
  ];
};

const chunksAfter = (
  { chunks: before }: FeedState,
  chunks: readonly Chunk[],
  made: readonly (readonly [Chunk, ChunkDocuments])[],
): FeedState["chunks"] => {
  const entry = (chunk: Chunk): MadeChunk => {
    const now = made.find(([each]) => each === chunk)?.[1];
    if (!now) return before[nameOf(chunk)]!;
    const { from, documents, shownWith } = now;
    return { from, shownWith, documents: documents.map(({ name }) => name) };
  };
  return Object.fromEntries(chunks.map((chunk) => [nameOf(chunk), entry(chunk)]));
};

/** What a feed shall consist of, and those of its documents that are to be stored. */
interface Wanted extends Pick<FeedState, "chunks" | "companions"> {
  readonly documents: readonly NamedDocument[];
}

const store = async (
  files: Files,
  blogId: number,
  held: Held<FeedState>,
  position: LogPosition,
  { chunks, companions, documents }: Wanted,
): Promise<Renewed | undefined> => {
  const before = held.value;
  const names = new Set([
    ...Object.values(chunks).flatMap((chunk) => chunk.documents),
    ...Object.entries(companions).flatMap(([id, { suffixes }]) => suffixes.map((suffix) => id + suffix)),
  ]);
  const etags = new Map(Object.entries(before.etags).filter(([name]) => names.has(name)));
  const limit = pLimit(filesAtOnce);
  // What a feed names is there before the feed says so.
  const isFeed = ({ name }: NamedDocument) => !/^\d/.test(name);
  for (const some of [documents.filter((each) => !isFeed(each)), documents.filter(isFeed)])
    await limit.map(some, async ({ name, contentType, body }) => {
      const path = feedPath(blogId, name);
      const etag = await putNewer(files, { path, contentType, body }, position, before.etags[name] ?? null);
      if (etag) etags.set(name, etag);
    });
  const gone = Object.keys(before.etags).filter((name) => !names.has(name));
  await limit.map(gone, (name) => removeOlder(files, feedPath(blogId, name), position));
  const state = { chunks, companions, etags: Object.fromEntries(etags) };
  const isStored = await writeFeedState(files, blogId, held, state);
  return isStored ? { stored: documents.length, removed: gone.length } : undefined;
};

const removeFeed = async (
  files: Files,
  blogId: number,
  held: Held<FeedState>,
  position: LogPosition,
): Promise<Renewed> => {
  const names = Object.keys(held.value.etags);
  await pLimit(filesAtOnce).map(names, (name) => removeOlder(files, feedPath(blogId, name), position));
  await removeFeedState(files, blogId, held);
  return { stored: 0, removed: names.length };
};
