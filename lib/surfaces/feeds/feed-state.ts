import { json } from "node:stream/consumers";
import type { Anchor } from "#lib/catalog/log-position.ts";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import type { EpisodeContent, PostContent } from "#lib/pages/content.ts";
import type { ShownWith } from "./feed-scene.ts";

/** The folder in which the job that renews feeds keeps what it has done; nobody else reads it. */
export const feedStateFolder = fileKey("feed-state");

/** Posts that stand together, what their documents were made from, and what was read for them. */
export interface MadeChunk {
  /** A digest of what it was made from; the same digest means the same content. */
  readonly from: string;
  readonly shownWith: ShownWith;
  /** The names of its documents. */
  readonly documents: readonly string[];
}

/** The files beside an episode. */
export interface MadeCompanions {
  /** The audio and its version that they were made from. */
  readonly from: string;
  /** What follows the episode's id in their names. */
  readonly suffixes: readonly string[];
}

/** What the job knows of a blog's feed. It may lack what a run has stored that was cut off. */
export interface FeedState {
  /** By archive number, and `current`. */
  readonly chunks: Readonly<Record<string, MadeChunk>>;
  /** By page id of the episode. */
  readonly companions: Readonly<Record<string, MadeCompanions>>;
  /** The ETag of each document, by its name. */
  readonly etags: Readonly<Record<string, string>>;
}

/** What is published of episodes, by page id, as it was read for a revision: so none is read twice. */
export type KnownContents = Readonly<
  Record<string, { readonly revision: number; readonly content: PostContent | EpisodeContent }>
>;

const emptyState: FeedState = { chunks: {}, companions: {}, etags: {} };

/** A file of the job, and the ETag that tells whether it is still the same. */
export interface Held<Value> {
  readonly value: Value;
  readonly etag: string | null;
}

const stateKey = (blogId: number): FileKey => fileKey(`${feedStateFolder}/${blogId}.json`);
const contentsKey = (blogId: number): FileKey => fileKey(`${feedStateFolder}/contents/${blogId}.json`);
const logKey = fileKey(`${feedStateFolder}/log.json`);

const jsonType = { contentType: "application/json", metadata: {} } as const;

const held = async <Value>(files: Files, key: FileKey, otherwise: Value): Promise<Held<Value>> => {
  const file = await files.get(key);
  return file
    ? { value: (await json(file.body)) as Value, etag: file.etag }
    : { value: otherwise, etag: null };
};

/** What is known of a blog's feed. */
export const readFeedState = (files: Files, blogId: number): Promise<Held<FeedState>> =>
  held(files, stateKey(blogId), emptyState);

/** Stores it, unless another run has done so since it was read; true when it is stored. */
export const writeFeedState = async (
  files: Files,
  blogId: number,
  { etag }: Held<FeedState>,
  state: FeedState,
): Promise<boolean> =>
  (await files.putIfMatch(stateKey(blogId), Buffer.from(JSON.stringify(state)), jsonType, etag)) !==
  undefined;

/** Forgets a blog, unless another run has written of it since it was read. */
export const removeFeedState = async (
  files: Files,
  blogId: number,
  { etag }: Held<FeedState>,
): Promise<void> => {
  await files.delete(contentsKey(blogId));
  if (etag !== null) await files.deleteIfMatch(stateKey(blogId), etag);
};

/** The ids of the blogs of which something is known. */
export const knownBlogs = async (files: Files): Promise<number[]> => {
  const ids: number[] = [];
  for await (const { key } of files.list(feedStateFolder)) {
    const [, id] = /^feed-state\/(\d+)\.json$/.exec(key) ?? [];
    if (id !== undefined) ids.push(Number(id));
  }
  return ids;
};

/** The contents of a podcast's episodes as far as they are known. */
export const readKnownContents = async (files: Files, blogId: number): Promise<KnownContents> =>
  (await held<KnownContents>(files, contentsKey(blogId), {})).value;

/** Keeps them for the next run. Each belongs to its revision, so it does not matter who writes last. */
export const writeKnownContents = async (
  files: Files,
  blogId: number,
  contents: KnownContents,
): Promise<void> => {
  await files.put(contentsKey(blogId), Buffer.from(JSON.stringify(contents)), jsonType.contentType);
};

/** The entry of the change log by which the log is known again that feeds were made from. */
export const readLogAnchor = async (files: Files): Promise<Anchor | undefined> =>
  (await held<Anchor | undefined>(files, logKey, undefined)).value;

export const writeLogAnchor = async (files: Files, anchor: Anchor): Promise<void> => {
  await files.put(logKey, Buffer.from(JSON.stringify(anchor)), jsonType.contentType);
};
