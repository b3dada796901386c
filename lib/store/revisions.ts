import type { Page } from "#lib/pages/page.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { settledInOrder } from "#lib/settled.ts";
import { getItems, queryItems } from "./items.ts";
import { pageIn, readRevision, revisionOf } from "./pages.ts";
import { keys } from "./table.ts";

/** A revision without its content. */
export type RevisionEntry = Pick<Revision, (typeof entryAttributes)[number]>;

const entryAttributes = ["id", "authorId", "client", "createdAt", "restoredFrom"] as const;

/**
 * The revisions of a page, newest first. One request per megabyte: their contents are not transferred, but
 * are paid for, a read unit per 4 KB.
 */
export const readRevisionEntries = async (pageId: number): Promise<RevisionEntry[]> => {
  const { pk } = keys.revision(pageId, 0);
  return queryItems({ pk, prefix: "REV#", backwards: true, attributes: entryAttributes });
};

/** A page with some of its revisions, `undefined` for missing ones. One request, more for large contents. */
export const readPageWithRevisions = async (
  pageId: number,
  ...revisionIds: number[]
): Promise<PageWithRevisions | undefined> => {
  const revisionKeys = revisionIds.map((id) => keys.revision(pageId, id));
  const [row, ...items] = await getItems([keys.page(pageId), ...revisionKeys]);
  if (!row) return undefined;
  const revisions = await Promise.all(items.map((item) => item && revisionOf(item)));
  return { page: pageIn(row), revisions };
};

interface PageWithRevisions {
  readonly page: Page;
  readonly revisions: readonly (Revision | undefined)[];
}

/** A page with a revision, and the one that it is compared with. */
export interface ComparedRevisions {
  readonly page: Page;
  readonly revision: Revision | undefined;
  /** Undefined if there is none. */
  readonly before: Revision | undefined;
}

/** Reads two revisions of a page: one, and another or its predecessor. Two requests. */
export const readComparedRevisions = async (
  pageId: number,
  revisionId: number,
  against: number | undefined,
  read = readPageWithRevisions,
): Promise<ComparedRevisions | undefined> => {
  const [found, other] = await settledInOrder([
    read(pageId, revisionId),
    against === undefined ? undefined : readRevision(pageId, against),
  ]);
  if (!found) return undefined;
  const [revision] = found.revisions;
  const previousId = revision?.previousRevisionId ?? null;
  if (against !== undefined || previousId === null) return { page: found.page, revision, before: other };
  return { page: found.page, revision, before: await readRevision(pageId, previousId) };
};
