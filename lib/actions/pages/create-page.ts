import { clock } from "#lib/clock.ts";
import { aliasesOf } from "#lib/pages/aliases.ts";
import type { Page } from "#lib/pages/page.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/gathered-reads.ts";
import { countBirths, readPage } from "#lib/store/pages.ts";
import { aliasWrites } from "./alias-writes.ts";
import { decideCreation, type NewPage, type SavedPage } from "./creation.ts";
import { pageOutcome } from "./page-outcome.ts";
import { type SlugRules, slugWrites } from "./slug-writes.ts";

export interface PageToCreate extends NewPage {
  readonly slugRules?: SlugRules;
}

/**
 * Creates a page with its content as the first draft; publishes nothing. Of concurrent creations with one
 * slug one wins, others get `slug/duplicate`. Cost: four requests, two if the route has read the parent and
 * the claim on the slug, and those of `prepare`.
 */
export const createPage = (
  parentId: number,
  prepare: (parent: Page | undefined) => PageToCreate | Promise<PageToCreate>,
): Promise<SavedPage & { readonly parent: Page }> =>
  commitDecision(async (numbers) => {
    const parent = await readPage(parentId);
    const newPage = await inOneRead(
      () => prepare(parent),
      () => numbers.beginIds("page", "revision"),
    );
    if (!parent) throw new Error(`A page was prepared below ${parentId}, which does not exist.`);
    const ids = await numbers.ids("page", "revision");
    const creation = await decideCreation(ids, parent, newPage, clock.now());
    const { page } = creation.value;
    const writes = [
      ...creation.writes,
      countBirths(parent),
      ...(await slugWrites(null, page, newPage.slugRules)),
      ...(await aliasWrites(page, { draft: { after: aliasesOf(newPage.content) } }, newPage.slugRules)),
    ];
    return { ...creation, writes, value: { ...creation.value, parent }, outcome: pageOutcome(page) };
  });
