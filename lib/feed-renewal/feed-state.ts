import { json, text } from "node:stream/consumers";
import type { Anchor } from "#lib/catalog/saved-state.ts";
import { clock } from "#lib/clock.ts";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import type { EpisodeContent, PostContent } from "#lib/pages/content.ts";
import type { ShownWith } from "./feed-source.ts";

/** The folder in which the job that renews feeds keeps what it has done; nobody else reads it. */
export const feedStateFolder = fileKey("feed-state");

/** Posts that stand together, what their documents were made from, and what was read for them. */
export interface MadeChunk {
  /** A digest of what it was made from; the same digest means the same content. */
  readonly from: string;
  readonly shownWith: ShownWith;
  /** The ETag of each document, by its name. */
  readonly documents: Readonly<Record<string, string>>;
}

/** The files beside an episode. */
export interface MadeCompanions {
  /** The form of the files, and the audio and its version that they were made from. */
  readonly from: string;
  /** The ETag of each file, by what follows the episode's id in its name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Raise this when states are read in another way: states of other forms count as none. */
const stateForm = 1;

/**
 * What the job has stored of a blog's feed, as far as it has noted it. It may lack what an interrupted run
 * has stored; a list of the files has that.
 */
export interface FeedState {
  readonly form: typeof stateForm;
  /** Chunks by archive number, and `current`. */
  readonly chunks: Readonly<Record<string, MadeChunk>>;
  /** Companions by the page id of the episode. */
  readonly companions: Readonly<Record<string, MadeCompanions>>;
}

/** The published contents of episodes by page id, as read for a revision, so that none is read twice. */
export type KnownContents = Readonly<
  Record<string, { readonly revision: number; readonly content: PostContent | EpisodeContent }>
>;

const emptyState: FeedState = { form: stateForm, chunks: {}, companions: {} };

/** A file of the job, and the ETag that tells whether it is still the same; null where there is none. */
export interface Held<Value> {
  readonly value: Value;
  readonly etag: string | null;
}

const stateKey = (blogId: number): FileKey => fileKey(`${feedStateFolder}/${blogId}.json`);
const contentsKey = (blogId: number): FileKey => fileKey(`${feedStateFolder}/contents/${blogId}.ndjson`);
const hubKey = fileKey(`${feedStateFolder}/hub.json`);
const failingKey = fileKey(`${feedStateFolder}/failing.json`);
const logKey = fileKey(`${feedStateFolder}/log.json`);

const described = { contentType: "application/json", metadata: {} } as const;

const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** Stands for a digest whose source could not be read completely: the document is made again. */
export const toMakeAgain = "";

/** Reads a state. A file that is cut short or of another form counts as none. */
const held = async <Value>(
  files: Files,
  key: FileKey,
  isValid: (value: unknown) => boolean,
  otherwise: Value,
): Promise<Held<Value>> => {
  const file = await files.get(key);
  if (!file) return { value: otherwise, etag: null };
  const value = await json(file.body).catch(() => undefined);
  return { value: isValid(value) ? (value as Value) : otherwise, etag: file.etag };
};

const hasForm = (value: unknown): boolean => (value as Partial<FeedState> | undefined)?.form === stateForm;

/** Reads the state of a blog's feed. */
export const readFeedState = (files: Files, blogId: number): Promise<Held<FeedState>> =>
  held(files, stateKey(blogId), hasForm, emptyState);

/** Stores it in place of the one with the ETag, and gives its own; undefined where another run was faster. */
export const writeFeedState = async (
  files: Files,
  blogId: number,
  state: FeedState,
  etag: string | null,
): Promise<string | undefined> =>
  (await files.putIfMatch(stateKey(blogId), bytesOf(state), described, etag))?.etag;

/** Forgets a blog; false where another run has written of it since its state was read. */
export const removeFeedState = async (
  files: Files,
  blogId: number,
  { etag }: Held<FeedState>,
): Promise<boolean> => {
  await files.delete(contentsKey(blogId));
  return etag === null || (await files.deleteIfMatch(stateKey(blogId), etag));
};

/** The ids of the blogs that have a state, and whether failures are noted. */
export const knownBlogs = async (
  files: Files,
): Promise<{ readonly ids: readonly number[]; readonly hasFailing: boolean }> => {
  const ids: number[] = [];
  let hasFailing = false;
  for await (const { key } of files.list(feedStateFolder)) {
    const [, id] = /^feed-state\/(\d+)\.json$/.exec(key) ?? [];
    if (id !== undefined) ids.push(Number(id));
    hasFailing ||= key === failingKey;
  }
  return { ids, hasFailing };
};

/** Since when the feeds of blogs cannot be made, in milliseconds since the epoch, by page id. */
type FailingFeeds = Readonly<Record<string, number>>;

/** Notes which feeds cannot be made now, and gives since when. */
export const noteFailing = async (files: Files, blogIds: readonly number[]): Promise<FailingFeeds> => {
  const { value: before } = await held<FailingFeeds>(files, failingKey, isFailingFeeds, {});
  const failing = Object.fromEntries(blogIds.map((id) => [id, before[id] ?? clock.nowMs()]));
  await files.put(failingKey, bytesOf(failing), described.contentType);
  return failing;
};

export const forgetFailing = (files: Files): Promise<void> => files.delete(failingKey);

const isFailingFeeds = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((sinceMs) => typeof sinceMs === "number");

/** The number of episodes after which the work on the contents of a podcast pauses: some milliseconds. */
const contentsBetweenPauses = 20;

/**
 * The contents of a podcast's episodes as far as they are known, each on a line of its own, because they may
 * be megabytes. What is damaged counts as unknown.
 */
export const readKnownContents = async (
  files: Files,
  blogId: number,
  pause: Pause,
): Promise<KnownContents> => {
  const file = await files.get(contentsKey(blogId));
  const known: Record<string, KnownContents[string]> = {};
  const lines = file ? (await text(file.body)).split("\n") : [];
  for (const [index, line] of lines.entries()) {
    if (index % contentsBetweenPauses === 0) await pause();
    const { id, ...content } = knownContentIn(line) ?? {};
    if (id !== undefined) known[id] = content as KnownContents[string];
  }
  return known;
};

const knownContentIn = (
  line: string,
): (Partial<KnownContents[string]> & { readonly id?: number }) | undefined => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** Keeps them for the next run. Each belongs to its revision, so it does not matter who writes last. */
export const writeKnownContents = async (
  files: Files,
  blogId: number,
  contents: KnownContents,
  pause: Pause,
): Promise<void> => {
  const lines: string[] = [];
  for (const [id, content] of Object.entries(contents)) {
    if (lines.length % contentsBetweenPauses === 0) await pause();
    lines.push(`${JSON.stringify({ id: Number(id), ...content })}\n`);
  }
  await files.put(contentsKey(blogId), Buffer.from(lines.join("")), "application/x-ndjson");
};

/** The feeds that a hub has acknowledged: the ETag of each, by path. */
export interface AcknowledgedFeeds {
  readonly hub: string;
  readonly etags: Readonly<Record<string, string>>;
}

/** Reads what the hub has acknowledged; its address is empty if it was told nothing. */
export const readAcknowledgedFeeds = (files: Files): Promise<Held<AcknowledgedFeeds>> =>
  held<AcknowledgedFeeds>(files, hubKey, isAcknowledgedFeeds, { hub: "", etags: {} });

const isAcknowledgedFeeds = (value: unknown): boolean => {
  const { hub, etags } = (value ?? {}) as Partial<AcknowledgedFeeds>;
  return typeof hub === "string" && typeof etags === "object" && etags !== null;
};

/** Stores it in place of the one with the ETag; false where another run was faster. */
export const writeAcknowledgedFeeds = async (
  files: Files,
  told: AcknowledgedFeeds,
  etag: string | null,
): Promise<boolean> => (await files.putIfMatch(hubKey, bytesOf(told), described, etag)) !== undefined;

/** The change log that feeds are made from: an entry by which it is known again, and a name of its own. */
export interface FollowedLog {
  readonly epoch: string;
  readonly anchor: Anchor;
}

export const readFollowedLog = async (files: Files): Promise<FollowedLog | undefined> =>
  (await held<FollowedLog | undefined>(files, logKey, isFollowedLog, undefined)).value;

const isFollowedLog = (value: unknown): boolean => {
  const { epoch, anchor } = (value ?? {}) as Partial<FollowedLog>;
  return typeof epoch === "string" && typeof anchor?.mark === "string";
};

export const writeFollowedLog = async (files: Files, log: FollowedLog): Promise<void> => {
  await files.put(logKey, bytesOf(log), described.contentType);
};

/** Lets other work of the process run between two pieces of long work. */
export type Pause = () => Promise<unknown>;
