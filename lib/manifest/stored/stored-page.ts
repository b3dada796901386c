import type { Comment } from "#lib/pages/comment.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { type Page, rootPageId } from "#lib/pages/page.ts";
import { readComments } from "#lib/store/comments.ts";
import { type EditablePage, readEditablePage, readLiveContents, readRevision } from "#lib/store/pages.ts";
import { settled } from "#lib/store/settled.ts";
import { readSlugClaim } from "#lib/store/slug-claims.ts";

/**
 * A page with the content of its latest revision, while it is live what the public reads, what is approved
 * for later, and its comments.
 */
export interface StoredPage {
  readonly page: Page;
  readonly latest: AnyContent | null;
  readonly live: AnyContent | null;
  readonly approved: AnyContent | null;
  readonly comments: readonly Comment[];
}

/**
 * The page as it is stored. One request, one more while a live page has an unpublished draft, one while an
 * older revision is approved, and one where there are comments.
 */
export const readStoredPage = async (id: number): Promise<StoredPage | undefined> => {
  const found = await settled(async () => {
    const stored = await readEditablePage(id);
    if (!stored) return "none";
    const { page, latest } = stored;
    const [live, approved, comments] = await Promise.all([
      readLive(stored),
      readApproved(stored),
      readComments(page),
    ]);
    return comments && { page, latest: latest?.content ?? null, live, approved, comments };
  });
  return found === "none" ? undefined : found;
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

/** The id of the page with a public slug below a parent. One request. */
export const childId = async (parentId: number, slug: string): Promise<number | undefined> =>
  (await readSlugClaim(parentId, slug)).row ?? undefined;

/** The id of the page at a path such as `/home/notes`; `/` is the root. A request per step. */
export const pageIdAt = async (path: string): Promise<number | undefined> => {
  let id: number | undefined = rootPageId;
  for (const slug of path.split("/").filter((step) => step !== "")) {
    if (id === undefined) return undefined;
    id = await childId(id, slug);
  }
  return id;
};
