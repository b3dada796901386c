import { createHash } from "node:crypto";
import type { Caller } from "#lib/access/principal.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { variable } from "#lib/settings/environment.ts";
import type { Site } from "#lib/site/site.ts";
import type { PageContext } from "#lib/surfaces/content/page.ts";
import { pageContextFor } from "#lib/surfaces/content/page-context-for.ts";

/** What feeds are made from: the site as strangers see it, and where it is. */
export interface FeedScene {
  readonly catalog: Catalog;
  readonly site: Site;
  /** The origin of all addresses, without a trailing slash. */
  readonly base: string;
}

/** Whoever reads a feed has no account. */
const stranger: Caller = { principal: null, session: null };

/** Ids of pages and media that something was shown with, whether they exist or not. */
export interface ShownWith {
  readonly pages: readonly number[];
  readonly media: readonly (readonly [MediaKind, number])[];
}

/** What shows posts to feeds, and remembers what they were shown with. */
export const watchedContext = (
  scene: FeedScene,
): { readonly context: PageContext; readonly shownWith: () => ShownWith } => {
  const { catalog, site, base } = scene;
  const pages = new Set<number>();
  const media = new Map<string, readonly [MediaKind, number]>();
  const context = pageContextFor(
    { catalog, site, caller: stranger, request: { origin: base } },
    { richTextFormat: null, forFeed: true, theme: null },
  );
  const { reading } = context;
  return {
    context: {
      ...context,
      reading: {
        ...reading,
        media: (kind, id) => {
          media.set(`${kind} ${id}`, [kind, id]);
          return reading.media(kind, id);
        },
        pageUrl: (id) => {
          for (const each of [id, ...(catalog.listingById(id)?.ancestors ?? [])]) pages.add(each);
          return reading.pageUrl(id);
        },
      },
    },
    shownWith: () => ({ pages: [...pages], media: [...media.values()] }),
  };
};

/** To be raised when the same content makes other documents, so that all are made anew. */
const documentForm = 1;

/**
 * A digest of everything that documents of a blog's feed are made from, but for what the posts say, which
 * their versions stand for. Reads nothing but the catalog, so an unchanged feed costs no request.
 */
export const feedDigest = (
  scene: FeedScene,
  blogId: number,
  postIds: Iterable<number>,
  { pages, media }: ShownWith,
): string => {
  const { catalog, site, base } = scene;
  const versionOf = (id: number): number => catalog.versionOf(id);
  const digest = createHash("sha256");
  digest.update(
    JSON.stringify([
      documentForm,
      base,
      site.settings,
      site.categories,
      site.collections,
      variable("SITE_POST_BODY_BLOCKS") ?? "",
      [blogId, ...(catalog.listingById(blogId)?.ancestors ?? [])].map(versionOf),
      pages.map(versionOf),
      media.map(([kind, id]) => catalog.mediaVersionOf(kind, id)),
    ]),
  );
  for (const id of postIds) digest.update(` ${id} ${versionOf(id)}`);
  return digest.digest("base64url");
};
