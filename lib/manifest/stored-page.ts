import type { AnyContent } from "#lib/pages/content.ts";
import type { Page } from "#lib/pages/page.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { readEditablePage, readLiveContents } from "#lib/store/pages.ts";
import { readSlugClaim } from "#lib/store/slug-claims.ts";

/** A page with the content of its latest revision and, while it is live, the content that the public reads. */
export interface StoredPage {
  readonly page: Page;
  readonly latest: AnyContent | null;
  readonly live: AnyContent | null;
}

/** The page as it is stored. One request, or two while a live page has an unpublished draft. */
export const readStoredPage = async (id: number): Promise<StoredPage | undefined> => {
  const stored = await readEditablePage(id);
  if (!stored) return undefined;
  const { page, latest } = stored;
  if (!page.live) return { page, latest: latest?.content ?? null, live: null };
  if (latest && latest.id === page.liveRevisionId) {
    return { page, latest: latest.content, live: latest.content };
  }
  const [live] = await readLiveContents([id]);
  return { page, latest: latest?.content ?? null, live: live?.content ?? null };
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
