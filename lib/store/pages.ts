import type { AnyContent } from "#lib/pages/content.ts";
import type { Page } from "#lib/pages/page.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { tableName } from "#lib/settings/database.ts";
import { getItem, getItems, type Item, queryItems } from "./client.ts";
import { packContent, partsOf, unpackContent } from "./content.ts";
import { retryUntilWhole } from "./retry-until-whole.ts";
import { itemsAt } from "./signed-reads.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/** A page together with its latest revision; null before the first one. */
export interface EditablePage {
  readonly page: Page;
  readonly latest: Revision | null;
}

/** What the public reads of a page, and the revision that it comes from. */
export interface LiveContent {
  readonly pageId: number;
  readonly revisionId: number;
  readonly content: AnyContent;
}

/** The page that a row holds. */
export const pageIn = ({ pk, sk, ...page }: Item): Page => page as unknown as Page;

const revisionOf = async (item: Item): Promise<Revision> => {
  const parts = partsOf(item);
  return {
    id: item.id as number,
    pageId: item.pageId as number,
    authorId: item.authorId as number | null,
    createdAt: item.createdAt as string,
    previousRevisionId: item.previousRevisionId as number | null,
    content: await unpackContent(item),
    ...(parts && { parts }),
  };
};

/** The page's row. One request. */
export const readPage = async (id: number): Promise<Page | undefined> => {
  const item = await getItem(keys.page(id));
  return item && pageIn(item);
};

/** The rows of the pages, in the order of the ids; `undefined` for those that do not exist. */
export const readPages = async (ids: readonly number[]): Promise<(Page | undefined)[]> =>
  (await getItems(ids.map(keys.page))).map((item) => item && pageIn(item));

/**
 * The page with its latest revision. One request: the row is the last item of the page's partition and the
 * revisions come before it. A query may run beside a transaction and see half of it, so a pair that does not
 * fit is read again.
 */
export const readEditablePage = async (id: number): Promise<EditablePage | undefined> => {
  const found = await retryUntilWhole(async () => {
    const [row, next] = await queryItems({ pk: keys.page(id).pk, backwards: true, limit: 2 });
    if (row?.sk !== "ROW") return "none";
    const page = pageIn(row);
    if (page.latestRevisionId === null) return { page, latest: null };
    return next?.id === page.latestRevisionId ? { page, latest: await revisionOf(next) } : undefined;
  });
  return found === "none" ? undefined : found;
};

/**
 * A page with its latest revision, and what lists know it by: what is public, or of a page that is not live
 * the latest; null before the first revision.
 */
export interface ListedPage extends EditablePage {
  readonly content: AnyContent | null;
}

/**
 * The page with what lists know it by, all from one moment. One request, one more while a live page has an
 * unpublished draft.
 */
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

/** A revision of a page by its number. One request. */
export const readRevision = async (pageId: number, revisionId: number): Promise<Revision | undefined> => {
  const item = await getItem(keys.revision(pageId, revisionId));
  return item && revisionOf(item);
};

/** What an item of live content holds. One request more when it is large. */
export const liveContentIn = async (item: Item): Promise<LiveContent> => ({
  pageId: item.pageId as number,
  revisionId: item.revisionId as number,
  content: await unpackContent(item),
});

/**
 * The live content of the pages, in the order of the ids; `undefined` for those that are not live. One
 * request per 100.
 */
export const readLiveContents = async (ids: readonly number[]): Promise<(LiveContent | undefined)[]> => {
  const items = await itemsAt(ids.map(keys.live));
  return Promise.all(items.map((item) => item && liveContentIn(item)));
};

/**
 * The write of a page's row: of a new page when `readVersion` is null, else only if nobody changed the row
 * since it was read.
 */
export const putPage = (page: Page, readVersion: number | null): Write => ({
  Put: {
    TableName: tableName(),
    Item: { ...keys.page(page.id), ...page },
    ...(readVersion === null
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : { ConditionExpression: "version = :read", ExpressionAttributeValues: { ":read": readVersion } }),
  },
});

/** The condition that nobody has changed a page since it was read. */
export const requirePage = ({ id, version }: Page): Write => ({
  ConditionCheck: {
    TableName: tableName(),
    Key: keys.page(id),
    ConditionExpression: "version = :read",
    ExpressionAttributeValues: { ":read": version },
  },
});

/**
 * The write that counts births below a page and changes nothing else of it: it collides with every other
 * write of the page (contract#create-once), and with a deletion that has not seen the new page.
 */
export const countBirths = (parent: Page, births = 1): Write => ({
  Update: {
    TableName: tableName(),
    Key: keys.page(parent.id),
    UpdateExpression: "ADD births :births",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":births": births },
  },
});

/** The writes of a revision under a number nobody has used. */
export const putRevision = (revision: Revision): Write[] => {
  const { content, ...rest } = revision;
  const { attributes, parts } = packContent(content, revision.pageId);
  const Item = { ...keys.revision(revision.pageId, revision.id), ...rest, ...attributes };
  return [
    { Put: { TableName: tableName(), Item, ConditionExpression: "attribute_not_exists(pk)" } },
    ...parts,
  ];
};

/**
 * The writes that make a revision what the public reads. Their condition is the page row's, in the same
 * transaction. A large content stays in the revision's parts.
 */
export const putLiveContent = (revision: Pick<Revision, "id" | "pageId" | "content" | "parts">): Write[] => {
  const { id: revisionId, pageId } = revision;
  const { attributes, parts } = packContent(revision.content, pageId, revision.parts);
  const Item = { ...keys.live(pageId), pageId, revisionId, ...attributes };
  return [{ Put: { TableName: tableName(), Item } }, ...parts];
};
