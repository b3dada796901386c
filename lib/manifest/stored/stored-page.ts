import type { Comment } from "#lib/pages/comment.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { isPost, type Page, rootPageId } from "#lib/pages/page.ts";
import { readSlugClaim } from "#lib/store/address-claims.ts";
import { readComments } from "#lib/store/comments.ts";
import { type EditablePage, readEditablePage, readLiveContents, readRevision } from "#lib/store/pages.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";
import { readWaitingOn } from "#lib/store/waiting-comments.ts";

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
