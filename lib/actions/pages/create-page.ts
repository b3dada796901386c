import { clock } from "#lib/clock.ts";
import type { Page } from "#lib/pages/page.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { countBirths, readPage } from "#lib/store/pages.ts";
import { decideCreation, type NewIds, type NewPage, type SavedPage } from "./creation.ts";
import { type SlugRules, slugWrites } from "./slug-writes.ts";

/** A page to be made, and how its slug is kept apart from others. */
export interface PageToCreate extends NewPage {
  readonly slugRules?: SlugRules;
}

/**
 * Makes a page below a parent and saves its content as the first draft revision; nothing is published.
 * `prepare` sees the parent (undefined when there is none) and refuses, or says what to make; it runs again
 * after a lost race. Refuses `slug/duplicate`. Two creators of one slug collide on its claim and on the
 * parent's row: one wins. Cost: four requests, and what `prepare` asks for.
 */
export const createPage = (
  parentId: number,
  prepare: (parent: Page | undefined) => PageToCreate | Promise<PageToCreate>,
): Promise<SavedPage & { readonly parent: Page }> => {
  let ids: NewIds | undefined;
  return commitDecision(async () => {
    const parent = await readPage(parentId);
    const newPage = await prepare(parent);
    if (!parent) throw new Error(`A page was prepared below ${parentId}, which does not exist.`);
    ids ??= await drawNumbers("page", "revision");
    const creation = await decideCreation(ids, parent, newPage, clock.now());
    const { page } = creation.value;
    const writes = [
      ...creation.writes,
      countBirths(parent),
      ...(await slugWrites(null, page, newPage.slugRules)),
    ];
    return { ...creation, writes, value: { ...creation.value, parent } };
  });
};
