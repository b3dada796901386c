import type { Catalog } from "#lib/catalog/catalog.ts";
import { alteredPages } from "#lib/catalog/changes/altered-pages.ts";
import { type Change, type NumberedChange, sharedFactsOf } from "#lib/pages/change.ts";
import { rootPageId } from "#lib/pages/page.ts";
import type { PageEvent } from "#lib/site/webhook.ts";

type PageChange = Extract<Change, { kind: "page" }>;

/**
 * What webhooks are told of an entry of the change log, by page id: what happened to the page, and, of
 * changes of media and of the site, the pages that these alter. The catalog must have applied the entry; of
 * a page below one that strangers cannot view now, nothing is told.
 */
export const eventsOfChange = (catalog: Catalog, entry: NumberedChange): readonly PageEvent[] => {
  const { change } = entry;
  const at = new Date(entry.writtenAtMs).toISOString();
  if (change.kind === "page") return pageEvents(catalog, change, at);
  if (change.kind === "site" && (!change.alters || change.alters.everyPage)) return siteEvents(catalog, at);
  if (change.kind !== "media" && change.kind !== "site") return [];
  return alteredPages(catalog, [entry], { mayLackRestrictions: false })
    .map((page): PageEvent => {
      const parentId = catalog.idsAbove(page.id)[0] ?? null;
      return { id: page.id, kind: page.kind, change: page.change, parentId: shownParent(parentId), at };
    })
    .sort((one, other) => one.id - other.id);
};

/** The whole site looks different: one event of its first page. */
const siteEvents = (catalog: Catalog, at: string): readonly PageEvent[] => {
  const id = catalog.sitePageId;
  if (catalog.publicIds([id]).length === 0) return [];
  return [{ id, kind: "home", change: "updated", parentId: null, at, below: true }];
};

const pageEvents = (catalog: Catalog, page: PageChange, at: string): readonly PageEvent[] => {
  const { id, listing, before } = page;
  const kind = listing?.kind ?? before?.kind;
  const ancestors = listing?.ancestors ?? before?.ancestors ?? [];
  if (kind === undefined || id === rootPageId || !leadsToSite(catalog, id, ancestors)) return [];
  const after = listing && sharedFactsOf(listing);
  const isSeen = Boolean(after?.live && after.open);
  // Entries of earlier versions do not say what was before.
  const wasSeen = before === undefined || Boolean(before?.live && before.open);
  if (!isSeen && !wasSeen) return [];
  const change = isSeen ? (wasSeen ? "updated" : "published") : page.deleted ? "deleted" : "unpublished";
  const isPost = kind === "post" || kind === "episode";
  const altersBelow =
    !isPost &&
    before !== null &&
    (isSeen !== wasSeen || before?.slug !== after?.slug || before?.passedOn !== after?.passedOn);
  const parentId = shownParent(ancestors.at(-1) ?? null);
  return [{ id, kind, change, parentId, at, ...(altersBelow && { below: true as const }) }];
};

const leadsToSite = (catalog: Catalog, id: number, ancestors: readonly number[]): boolean => {
  if (id === catalog.sitePageId) return true;
  const above = ancestors.filter((each) => each !== rootPageId);
  return above.includes(catalog.sitePageId) && catalog.publicIds(above).length === above.length;
};

const shownParent = (id: number | null): number | null => (id === rootPageId ? null : id);
