import { leadKeys } from "#lib/manifest/check/check-addresses.ts";
import { linkedPaths } from "#lib/manifest/links/linked-paths.ts";
import { allPages, type Manifest, namedObjects, type PageNode } from "#lib/manifest/read/read-manifest.ts";
import { sideBySide } from "#lib/manifest/side-by-side.ts";
import { type Page, rootPageId } from "#lib/pages/page.ts";
import type { StoredToken } from "#lib/site/credential.ts";
import type { Site } from "#lib/site/site.ts";
import type { User } from "#lib/site/user.ts";
import { readAliasClaims, readSlugClaims } from "#lib/store/address-claims.ts";
import { readTokens, readUsers } from "#lib/store/listed-credentials.ts";
import { readPages } from "#lib/store/pages.ts";
import { readSite } from "#lib/store/site.ts";
import { readWebhooks, type StoredWebhook } from "#lib/store/webhooks.ts";
import { type MediaKeys, readAllMediaKeys, readStoredMedia, type StoredMedia } from "./stored-media.ts";
import { pageIdAt, readStoredPage, type StoredPage } from "./stored-page.ts";

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
  const media = await readStoredMedia(manifest, mediaKeys);
  const aliasHolders = new Map(
    claims.flatMap(({ key, pageId }) => (pageId === null ? [] : [[key, pageId] as const])),
  );
  const people = { users, tokens, webhooks };
  return { site, ...people, media, mediaKeys, pages: found, linked, namedPages, aliasHolders };
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
