import type { Change } from "#lib/pages/change.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import type { Page } from "#lib/pages/page.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { absent, all, equal, exists, isNew, type Write } from "#lib/store/port/table-store.ts";
import { packContent, storedBodyIn, unpackContent } from "./content.ts";
import { getItem, getItems, putItem, queryItems, updateItem } from "./items.ts";
import { retryUntilWhole } from "./retry-until-whole.ts";
import type { StoredItems } from "./stored-items.ts";
import { type Key, keys, type StoredItem } from "./table.ts";

/** A page with its latest revision; null before the first one. */
export interface EditablePage {
  readonly page: Page;
  readonly latest: Revision | null;
}

/** The content that the public reads, and the revision that it is from. */
export interface LiveContent<Content extends AnyContent = AnyContent> {
  readonly pageId: number;
  readonly revisionId: number;
  readonly content: Content;
}

export const pageIn = ({ pk, sk, ...page }: StoredItem<"page">): Page => page;

export const revisionOf = async (item: StoredItems["revision"]): Promise<Revision> => ({
  id: item.id,
  pageId: item.pageId,
  authorId: item.authorId,
  ...(item.client !== undefined && { client: item.client }),
  createdAt: item.createdAt,
  previousRevisionId: item.previousRevisionId,
  ...(item.audit !== undefined && { audit: item.audit }),
  ...(item.restoredFrom !== undefined && { restoredFrom: item.restoredFrom }),
  content: await unpackContent(item),
  stored: storedBodyIn(item),
});

/** One request. */
export const readPage = async (id: number): Promise<Page | undefined> => {
  const item = await getItem(keys.page(id));
  return item && pageIn(item);
};

/** The rows in the order of the ids, `undefined` for missing ones. One request per 100. */
export const readPages = async (ids: readonly number[]): Promise<(Page | undefined)[]> =>
  (await getItems(ids.map(keys.page))).map((item) => item && pageIn(item));

/**
 * A page with its latest revision. One request: the row is the last item of its partition, and the revisions
 * come before it. The query may see half of a transaction; if the two do not fit, they are read again.
 */
export const readEditablePage = async (id: number): Promise<EditablePage | undefined> => {
  const found = await retryUntilWhole(async () => {
    const { pk } = keys.page(id);
    const [row, next] = await queryItems<"page" | "revision">({ pk, backwards: true, limit: 2 });
    if (!row || !("slug" in row)) return "none";
    const page = pageIn(row);
    if (page.latestRevisionId === null) return { page, latest: null };
    const isLatest = next && "pageId" in next && next.id === page.latestRevisionId;
    return isLatest ? { page, latest: await revisionOf(next) } : undefined;
  });
  return found === "none" ? undefined : found;
};

/** A page with one of its revisions; null if it has none of that id. One request. */
export const readPageWithRevision = async (
  id: number,
  revisionId: number,
): Promise<EditablePage | undefined> => {
  const [row, revision] = await getItems([keys.page(id), keys.revision(id, revisionId)]);
  return row && { page: pageIn(row), latest: revision ? await revisionOf(revision) : null };
};

/** A page with the content that lists show: live, or a draft's latest; null before the first revision. */
export interface ListedPage extends EditablePage {
  readonly content: AnyContent | null;
}

/** A listed page, all from one moment. One request, and one more if a live page has an unpublished draft. */
export const readListedPage = async (id: number): Promise<ListedPage | undefined> => {
  const found = await retryUntilWhole(async () => {
    const current = await readEditablePage(id);
    if (!current) return "none";
    const { page, latest } = current;
    if (!page.live || page.liveRevisionId === latest?.id)
      return { page, latest, content: latest?.content ?? null };
    const [live] = await readLiveContents([id]);
    return live?.revisionId === page.liveRevisionId ? { page, latest, content: live.content } : undefined;
  });
  return found === "none" ? undefined : found;
};

/** One request. */
export const readRevision = async (pageId: number, revisionId: number): Promise<Revision | undefined> => {
  const item = await getItem(keys.revision(pageId, revisionId));
  return item && revisionOf(item);
};

/** The latest revisions of pages, in any order. One request per 100. */
export const readLatestRevisions = async (
  pages: readonly Pick<Page, "id" | "latestRevisionId">[],
): Promise<Revision[]> => {
  const items = await getItems(pages.map((page) => keys.revision(page.id, page.latestRevisionId ?? 0)));
  return Promise.all(items.filter((item) => item !== undefined).map(revisionOf));
};

export const liveContentIn = async <Content extends AnyContent = AnyContent>(
  item: StoredItems["live"],
): Promise<LiveContent<Content>> => ({
  pageId: item.pageId,
  revisionId: item.revisionId,
  content: await unpackContent<Content>(item),
});

/**
 * Live content in the order of the ids, `undefined` for pages that are not live. `Content` is that of the
 * kinds of page that the ids are of. One request per 100.
 */
export const readLiveContents = async <Content extends AnyContent = AnyContent>(
  ids: readonly number[],
): Promise<(LiveContent<Content> | undefined)[]> => {
  const items = await getItems(ids.map(keys.live));
  return Promise.all(items.map((item) => item && liveContentIn<Content>(item)));
};

/** Writes a page's row: a new page if `readVersion` is null, else only if unchanged since it was read. */
export const putPage = (page: Page, readVersion: number | null): Write =>
  putItem(keys.page(page.id), page, readVersion === null ? isNew : equal("version", readVersion));

/** The change for the log of edits, and the revision that the writes make, if they replace a page's row. */
export const editAmong = (
  writes: readonly Write[],
): { readonly change: Change; readonly revisionId: number | undefined } | undefined => {
  const puts = writes.flatMap((write) => ("put" in write ? [write.put] : []));
  const row = puts.find(({ pk, sk, id }) => sk === "ROW" && pk === keys.page(Number(id)).pk);
  if (!row) return undefined;
  const [id, version] = [Number(row.id), Number(row.version)];
  const revision = puts.find((put) => put.pk === row.pk && put.sk === keys.revision(id, Number(put.id)).sk);
  return { change: { kind: "edit", id, version }, revisionId: revision && Number(revision.id) };
};

export const requirePage = ({ id, version }: Page): Write => ({
  check: keys.page(id),
  if: equal("version", version),
});

/** Requires that there is a page, which may change otherwise. */
export const requireSomePage = (id: number): Write => ({ check: keys.page(id), if: exists });

/** Requires that a page is public; it may change otherwise. */
export const requireLivePage = (id: number): Write => ({
  check: keys.page(id),
  if: equal("live", true),
});

/**
 * Counts new pages below a page, and changes nothing else in its row: this conflicts with every other write
 * of the page (contract#create-once), and with a deletion that has not seen the new page.
 */
export const countBirths = (parent: Page, births = 1): Write =>
  updateItem(keys.page(parent.id), { add: { births } }, exists);

export const putRevision = (revision: Revision): Write[] => {
  const { content, stored: _, ...rest } = revision;
  const { attributes, parts } = packContent(content, revision.pageId);
  const key = keys.revision(revision.pageId, revision.id);
  return [putItem(key, { ...rest, ...attributes }, isNew), ...parts];
};

/**
 * Makes a revision the live content. The writes need the page row's condition in the same transaction. What
 * is stored of the revision is copied, or shared if it is in parts, instead of being packed again.
 */
export const putLiveContent = (revision: Pick<Revision, "id" | "pageId" | "content" | "stored">): Write[] => {
  const { id: revisionId, pageId, stored } = revision;
  const { attributes, parts } = stored
    ? { attributes: stored, parts: [] }
    : packContent(revision.content, pageId);
  return [putItem(keys.live(pageId), { pageId, revisionId, ...attributes }), ...parts];
};

/** Keys of up to `limit` items left of a deleted page: revisions, audit entries, parts. */
export const readRemains = async (pageId: number, limit: number): Promise<Key[]> => {
  const partitions = [keys.page(pageId).pk, keys.bodyPart(pageId, "", 0).pk];
  const slices = partitions.map((pk) => queryItems({ pk, limit, attributes: ["pk", "sk"] }));
  return (await Promise.all(slices))
    .flat()
    .map(({ pk, sk }) => ({ pk, sk }))
    .slice(0, limit);
};

export const deletePageItem = (Key: Key): Write => ({ delete: Key });

/** Removes what the public reads of a page; needs the page row's condition in the same transaction. */
export const deletePublicItems = (pageId: number): Write[] =>
  [keys.live(pageId), keys.excerpt(pageId), keys.words(pageId)].map(deletePageItem);

/** Removes a page's row, if it is unchanged and no page was created below it since it was read. */
export const deletePageRow = ({ id, version, births }: Page): Write => ({
  delete: keys.page(id),
  if: all(equal("version", version), births === undefined ? absent("births") : equal("births", births)),
});
