import { certain } from "#lib/certain.ts";
import { leadKeys } from "#lib/manifest/check/check-addresses.ts";
import { linkedPaths } from "#lib/manifest/links/linked-paths.ts";
import { allPages, type Manifest, namedObjects, type PageNode } from "#lib/manifest/read/read-manifest.ts";
import { sideBySide } from "#lib/manifest/side-by-side.ts";
import { isMediaKind, type MediaKind, type MediaOf, mediaKinds } from "#lib/media/media.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { isPost, type Page, rootPageId } from "#lib/pages/page.ts";
import type { StoredToken } from "#lib/site/credential.ts";
import type { Site } from "#lib/site/site.ts";
import type { User } from "#lib/site/user.ts";
import { readAliasClaims, readSlugClaim, readSlugClaims } from "#lib/store/address-claims.ts";
import { readComments } from "#lib/store/comments.ts";
import { readTokens, readUsers } from "#lib/store/listed-credentials.ts";
import { readMediaKey, readMediaKeys, readMediaOfKind } from "#lib/store/media.ts";
import {
  type EditablePage,
  readEditablePage,
  readLiveContents,
  readPages,
  readRevision,
} from "#lib/store/pages.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";
import { readSite } from "#lib/store/site.ts";
import { readWaitingOn } from "#lib/store/waiting-comments.ts";
import { readWebhooks, type StoredWebhook } from "#lib/store/webhooks.ts";

/** The manifest's media that exist, by key. */
export type StoredMedia = { readonly [Kind in MediaKind]: ReadonlyMap<string, MediaOf<Kind>> };

/** Ids of the service's media, by key. */
export type MediaKeys = Readonly<Record<MediaKind, ReadonlyMap<string, number>>>;

interface MediaEntry {
  readonly key: string;
  readonly created_at?: string | undefined;
}

/** Cost: a request per kind and megabyte. */
const readAllMediaKeys = async (): Promise<MediaKeys> => {
  const [image, audio, video] = await Promise.all(mediaKinds.map(readMediaKeys));
  return { image: certain(image), audio: certain(audio), video: certain(video) };
};

/**
 * The ids of media without a key that the manifest names, but does not have, by the keys that an export gives
 * them. Cost: a request per kind and 100 media.
 */
const readIdsInKeys = async (manifest: Manifest, keys: MediaKeys): Promise<MediaKeys> => {
  const own = new Set(
    [...manifest.images, ...manifest.audios, ...manifest.videos].map(({ value }) => value.key),
  );
  const named = namedMediaKeys([manifest.site?.value, allPages(manifest.pages).map(({ value }) => value)]);
  const found = await Promise.all(
    mediaKinds.map(async (kind) => {
      const ids = named[kind].flatMap((key) =>
        keys[kind].has(key) || own.has(key) ? [] : (idInKey(kind, key) ?? []),
      );
      const rows = await readMediaOfKind(kind, ids);
      const without = rows.flatMap((row) =>
        row && row.key === undefined ? [[keyFromId(kind, row.id), row.id] as const] : [],
      );
      return [kind, new Map([...keys[kind], ...without])] as const;
    }),
  );
  return Object.fromEntries(found) as unknown as MediaKeys;
};

/** The keys in maps such as `{image: heron}`, wherever they are. */
const namedMediaKeys = (value: unknown): Readonly<Record<MediaKind, readonly string[]>> => {
  const named: Record<MediaKind, string[]> = { image: [], audio: [], video: [] };
  const walk = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [name, member] of Object.entries(part))
      if (typeof member === "string" && isMediaKind(name)) named[name].push(member);
      else walk(member);
  };
  walk(value);
  return named;
};

/** Cost: a request per kind and 100 media. */
const readStoredMedia = async (
  { images, audios, videos }: Manifest,
  keys: MediaKeys,
): Promise<StoredMedia> => {
  const [image, audio, video] = await Promise.all([
    readEntries(
      "image",
      images.map(({ value }) => value),
      keys.image,
    ),
    readEntries(
      "audio",
      audios.map(({ value }) => value),
      keys.audio,
    ),
    readEntries(
      "video",
      videos.map(({ value }) => value),
      keys.video,
    ),
  ]);
  return { image, audio, video };
};

/** The media object of a manifest's entry, as it is now. Cost: two requests. */
export const readStoredEntry = async <Kind extends MediaKind>(
  kind: Kind,
  entry: MediaEntry,
): Promise<MediaOf<Kind> | undefined> => {
  const id = await readMediaKey(kind, entry.key);
  const keys = new Map(id === undefined ? [] : [[entry.key, id]]);
  return (await readEntries(kind, [entry], keys)).get(entry.key);
};

const readEntries = async <Kind extends MediaKind>(
  kind: Kind,
  entries: readonly MediaEntry[],
  keys: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, MediaOf<Kind>>> => {
  const candidates = entries.flatMap((entry) => {
    const id = keys.get(entry.key) ?? idInKey(kind, entry.key);
    return id === undefined ? [] : [{ entry, id }];
  });
  const rows = await readMediaOfKind(
    kind,
    candidates.map(({ id }) => id),
  );
  return new Map(
    candidates.flatMap(({ entry }, index) => {
      const row = rows[index];
      return row && isMeant(entry, row) ? [[entry.key, row] as const] : [];
    }),
  );
};

/** The key that an export gives to a media object without one: `image-17`. */
export const keyFromId = (kind: MediaKind, id: number): string => `${kind}-${id}`;

const idInKey = (kind: MediaKind, key: string): number | undefined => {
  const id = Number(key.slice(kind.length + 1));
  return Number.isSafeInteger(id) && keyFromId(kind, id) === key ? id : undefined;
};

/** An object without a key matches the key that an export gave it, if its creation date is the same too. */
const isMeant = ({ key, created_at }: MediaEntry, row: MediaOf<MediaKind>): boolean =>
  row.key === key || (row.key === undefined && row.createdAt === created_at);

/** A page with its latest, public and approved content, as far as there is any, and its comments. */
export interface StoredPage {
  readonly page: Page;
  readonly latest: AnyContent | null;
  readonly live: AnyContent | null;
  readonly approved: AnyContent | null;
  readonly comments: readonly Comment[];
  /** Comments of visitors that wait for a moderator. */
  readonly waiting: readonly Comment[];
}

/** Cost: up to five requests, by its comments, drafts and approved revisions. */
export const readStoredPage = async (id: number): Promise<StoredPage | undefined> => {
  const found = await retryUntilWhole(async () => {
    const stored = await readEditablePage(id);
    if (!stored) return "none";
    const { page, latest } = stored;
    const [live, approved, comments, waiting] = await Promise.all([
      readLive(stored),
      readApproved(stored),
      readComments(page),
      isPost(page) ? readWaitingOn(id) : [],
    ]);
    const isDecided = ({ id }: Comment) => comments?.some((comment) => comment.id === id);
    return (
      comments && {
        ...{ page, latest: latest?.content ?? null, live, approved, comments },
        waiting: waiting.filter((comment) => !isDecided(comment)),
      }
    );
  });
  return found === "none" ? undefined : found;
};

/**
 * The pages like {@link readStoredPage}, for those that have no comments; without those that are gone. Cost:
 * one to three requests per page, in two steps.
 */
export const readStoredParents = async (ids: readonly number[]): Promise<readonly StoredPage[]> => {
  const found = (await Promise.all(ids.map(readEditablePage))).filter((stored) => stored !== undefined);
  return Promise.all(
    found.map(async (stored) => {
      const [live, approved] = await Promise.all([readLive(stored), readApproved(stored)]);
      const { page, latest } = stored;
      return { page, latest: latest?.content ?? null, live, approved, comments: [], waiting: [] };
    }),
  );
};

const readLive = async ({ page, latest }: EditablePage): Promise<AnyContent | null> => {
  if (!page.live) return null;
  if (latest && latest.id === page.liveRevisionId) return latest.content;
  const [live] = await readLiveContents([page.id]);
  return live?.content ?? null;
};

const readApproved = async ({ page, latest }: EditablePage): Promise<AnyContent | null> => {
  if (!page.schedule) return null;
  const { revisionId } = page.schedule;
  const approved = latest?.id === revisionId ? latest : await readRevision(page.id, revisionId);
  return approved?.content ?? null;
};

export const childId = async (parentId: number, slug: string): Promise<number | undefined> =>
  (await readSlugClaim(parentId, slug)).row ?? undefined;

/** The id of the page at a path such as `/home/notes`; `/` is the root. Cost: a request per step. */
export const pageIdAt = async (path: string): Promise<number | undefined> => {
  let id: number | undefined = rootPageId;
  for (const slug of path.split("/").filter((step) => step !== "")) {
    if (id === undefined) return undefined;
    id = await childId(id, slug);
  }
  return id;
};

/** The service's state, as far as a manifest concerns it. */
export interface StoredState {
  readonly site: Site;
  readonly users: readonly User[];
  readonly tokens: readonly StoredToken[];
  readonly webhooks: readonly StoredWebhook[];
  readonly media: StoredMedia;
  readonly mediaKeys: MediaKeys;
  /** The manifest's pages that exist, by path. */
  readonly pages: ReadonlyMap<string, StoredPage>;
  /** The paths that links in pages may name. */
  readonly linked: ReadonlySet<string>;
  /** Pages by path that permissions, workflows, tokens, webhooks, redirects and links name. */
  readonly namedPages: ReadonlyMap<string, Page>;
  /** The ids of the pages that have aliases which the file names, by `aliasKey`. */
  readonly aliasHolders: ReadonlyMap<string, number>;
}

/** Cost: one or two requests per page of the manifest, one per page with children, one per 100 media. */
export const readState = async (manifest: Manifest): Promise<StoredState> => {
  const { tokens: ofManifest, oidc = [], pages } = manifest;
  const found = new Map<string, StoredPage>();
  const linked = linkedPaths(pages);
  const own = new Set(allPages(pages).map(({ path }) => path));
  const paths = new Set([
    ...namedObjects(manifest).flatMap(({ kind, name }) => (kind === "page" ? [name] : [])),
    ...[...ofManifest, ...oidc].flatMap(({ value }) => value.parents ?? []),
    ...[...linked].filter((path) => !own.has(path)),
  ]);
  const [site, users, tokens, webhooks, mediaKeys, namedPages, claims] = await Promise.all([
    readSite(),
    readUsers(),
    readTokens(),
    readWebhooks(),
    readAllMediaKeys(),
    readNamedPages([...paths]),
    readAliasClaims(leadKeys(manifest)),
    findPages(pages, rootPageId, found),
  ]);
  const [media, namedKeys] = await Promise.all([
    readStoredMedia(manifest, mediaKeys),
    readIdsInKeys(manifest, mediaKeys),
  ]);
  const aliasHolders = new Map(
    claims.flatMap(({ key, pageId }) => (pageId === null ? [] : [[key, pageId] as const])),
  );
  const people = { users, tokens, webhooks };
  return { site, ...people, media, mediaKeys: namedKeys, pages: found, linked, namedPages, aliasHolders };
};

const readNamedPages = async (paths: readonly string[]): Promise<ReadonlyMap<string, Page>> => {
  const ids = await sideBySide(paths, pageIdAt);
  const pages = await readPages(ids.map((id) => id ?? 0));
  return new Map(paths.flatMap((path, index) => (pages[index] ? [[path, pages[index]] as const] : [])));
};

const findPages = async (
  nodes: readonly PageNode[],
  parentId: number,
  found: Map<string, StoredPage>,
): Promise<void> => {
  if (nodes.length === 0) return;
  const slugs = [...new Set(nodes.map(({ slug }) => slug))];
  const claims = await readSlugClaims(parentId, slugs);
  const rows = new Map(claims.map(({ slug, row }) => [slug, row]));
  await sideBySide(nodes, async ({ path, slug, children }) => {
    const id = rows.get(slug) ?? null;
    const stored = id === null ? undefined : await readStoredPage(id);
    if (!stored) return;
    found.set(path, stored);
    await findPages(children, stored.page.id, found);
  });
};
