import type { Catalog } from "#lib/catalog/catalog.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { currentEditorListings } from "#lib/catalog/current/current-editor-listings.ts";
import type { EditorListings } from "#lib/catalog/editor-listings/editor-listings.ts";
import {
  namesOf,
  type PlacedNode,
  readParentTree,
  type SiteNames,
} from "#lib/manifest/export/export-names.ts";
import { keyFromId, readStoredParents, type StoredPage } from "#lib/manifest/stored/stored-state.ts";
import { mediaIds } from "#lib/media/references.ts";
import { imagesIn } from "#lib/object-fields.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { isWritten, type Page, rootPageId } from "#lib/pages/page.ts";
import { usedMedia } from "#lib/pages/post-references.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import { withPageLinks } from "#lib/richtext/links.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { type Site, settingFields } from "#lib/site/site.ts";
import type { User } from "#lib/site/user.ts";
import { readUsers } from "#lib/store/listed-credentials.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { readPages } from "#lib/store/pages.ts";
import { readSite } from "#lib/store/site.ts";
import { readWebhooks, type StoredWebhook } from "#lib/store/webhooks.ts";

/** A home page, blog or podcast in its place. */
export type PlacedParent = StoredPage & PlacedNode;

export interface RestrictedPage {
  readonly page: Page;
  readonly path: string;
  readonly restriction: Restriction;
}

/** A site's own things as they are stored, and their names. */
export interface SiteState {
  readonly site: Site;
  readonly users: readonly User[];
  readonly webhooks: readonly StoredWebhook[];
  readonly parents: readonly PlacedParent[];
  readonly restricted: readonly RestrictedPage[];
  readonly names: SiteNames;
}

/** What the process knows of all pages. */
export interface KnownPages {
  readonly catalog: Catalog;
  readonly listings: EditorListings;
}

export const readKnownPages = async (): Promise<KnownPages> => {
  const catalog = await currentCatalog();
  return { catalog, listings: await currentEditorListings() };
};

/**
 * The ids of posts and episodes that may have a restriction of their own: of those that were never published
 * no list tells, so all of these are among them.
 */
const restrictedPosts = ({ catalog, listings }: KnownPages): readonly number[] => {
  const drafts = [...listings.byId.values()].filter(
    (listing) => isWritten(listing) && listing.firstPublishedAt === null,
  );
  return [...catalog.restrictedPosts(), ...drafts.map(({ id }) => id)];
};

/**
 * Reads a site's own things. `touched` are further pages that may have a restriction. Cost: two requests,
 * one or two for each home page, blog and podcast, and one for each 100 pages and images that these things
 * name.
 */
export const readSiteState = async (
  known: KnownPages,
  touched: Iterable<number> = [],
): Promise<SiteState> => {
  const site = await readSite();
  const [users, webhooks, nodes] = await Promise.all([readUsers(), readWebhooks(), readParentTree()]);
  const stored = await readStoredParents(nodes.map(({ page }) => page.id));
  const byId = new Map(stored.map((parent) => [parent.page.id, parent]));
  const parents = nodes.flatMap((node): PlacedParent[] => {
    const parent = byId.get(node.page.id);
    return parent ? [{ ...node, ...parent }] : [];
  });
  const contents = parents.flatMap(({ live, latest, approved }) => [live, latest, approved]);
  const own = new Set(parents.map(({ page }) => page.id));
  const others = [
    ...new Set([
      ...namedPageIds(site, webhooks),
      ...linkedPageIds(contents),
      ...restrictedPosts(known),
      ...touched,
    ]),
  ].filter((id) => id !== rootPageId && !own.has(id));
  const [rows, keyOf] = await Promise.all([readPages(others), imageKeys(site, contents)]);
  const paths = new Map(parents.map(({ page, path }) => [page.id, path]));
  const placed = rows.flatMap((page): PlacedNode[] => {
    const above = page && paths.get(page.parentId ?? 0);
    return page && above !== undefined ? [{ page, path: `${above}/${page.slug}`, formerSlugs: [] }] : [];
  });
  const media = { all: [], ids: mediaIds([]), keyOf };
  const variables = { reference: () => "", used: () => [] };
  const names = namesOf(site, users, [...parents, ...placed], media, variables);
  const restricted = [...parents, ...placed.filter(({ page }) => isWritten(page))]
    .flatMap(({ page, path }) => (page.restriction ? [{ page, path, restriction: page.restriction }] : []))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  return { site, users, webhooks, parents, restricted, names };
};

/** The ids of the pages that the site's objects name. */
const namedPageIds = (site: Site, webhooks: readonly StoredWebhook[]): readonly number[] => [
  ...site.groups.flatMap(({ pages }) => pages.map(({ pageId }) => pageId)),
  ...site.workflows.flatMap(({ pageIds }) => pageIds),
  ...site.redirects.map(({ pageId }) => pageId),
  ...site.trusts.flatMap(({ parents = [] }) => parents),
  ...webhooks.flatMap(({ webhook }) => webhook.parents),
];

const linkedPageIds = (contents: readonly (AnyContent | null)[]): readonly number[] => {
  const ids: number[] = [];
  const note = (id: string): undefined => {
    if (/^\d{1,15}$/.test(id)) ids.push(Number(id));
  };
  for (const content of contents)
    if (content && "description" in content) withPageLinks(content.description, note);
  return ids;
};

/** The keys of the images that the settings and the contents name; those without one get one of their id. */
const imageKeys = async (site: Site, contents: readonly (AnyContent | null)[]) => {
  const used = contents.flatMap((content) => (content && usedMedia(content, knownBlocks()).image) ?? []);
  const ids = [...new Set([...imagesIn(settingFields, site.settings), ...used])];
  const images = await readMediaOfKind("image", ids);
  const keys = new Map(
    images.flatMap((image) =>
      image ? [[image.id, image.key ?? keyFromId("image", image.id)] as const] : [],
    ),
  );
  return (_: unknown, id: number) => keys.get(id);
};
