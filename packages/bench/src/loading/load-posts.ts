import {
  changeSlugClaim,
  commitDecision,
  countBirths,
  decideCreation,
  decidePublication,
  drawManyNumbers,
  type NewPage,
  type Page,
} from "#bench/lectern/pages.ts";
import { loadItems, type Write } from "#bench/lectern/table.ts";
import { certain, clock } from "#bench/lectern/tools.ts";

export interface LoadedPost extends NewPage {
  readonly parent: Page;
  readonly isPublished: boolean;
}

/** Their items are sent together, in about five requests. */
const postsAtOnce = 64;

/**
 * Writes the items that creating and publishing the posts would leave, except for the change log; only for a
 * store without readers, and unused slugs. Gives the id of the first post; the others follow. Costs a request
 * per dozen posts.
 */
export const loadPosts = async (posts: Iterable<LoadedPost>, count: number): Promise<number> => {
  const pageIds = await drawManyNumbers("page", count);
  const revisionIds = await drawManyNumbers("revision", count);
  const births = new Map<Page, number>();
  let decided = 0;
  let writes: Write[] = [];
  let loading = Promise.resolve();
  for (const post of posts) {
    const ids = { page: certain(pageIds[decided]), revision: certain(revisionIds[decided]) };
    writes.push(...(await writesOf(post, ids)));
    births.set(post.parent, (births.get(post.parent) ?? 0) + 1);
    decided++;
    if (decided % postsAtOnce > 0 && decided < count) continue;
    await loading;
    loading = loadItems(writes);
    writes = [];
  }
  await loading;
  const counted = [...births].map(([parent, posts]) => countBirths(parent, posts));
  await commitDecision(async () => ({ writes: counted, value: undefined }));
  return certain(pageIds[0]);
};

const writesOf = async (
  { parent, isPublished, ...post }: LoadedPost,
  ids: Record<"page" | "revision", number>,
): Promise<readonly Write[]> => {
  const creation = await decideCreation(ids, parent, post, clock.now());
  const { page, latest } = creation.value;
  const unclaimed = { parentId: parent.id, slug: page.slug, row: null, drafts: [], former: null };
  const claim = changeSlugClaim(unclaimed, { row: page.id, drafts: [page.id], former: null });
  const draft = [...creation.writes, claim];
  if (!isPublished) return draft;
  const order = {
    revision: latest,
    publisherId: post.ownerId,
    kind: "wagtail.publish",
    schedule: null,
  } as const;
  return [...draft, ...(await decidePublication(page, order)).writes];
};
