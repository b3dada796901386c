import { commitDecision } from "#lib/store/commit.ts";
import { readPage, requirePage } from "#lib/store/pages.ts";
import { changeSlugClaim, readSlugClaims } from "#lib/store/slug-claims.ts";

/**
 * Lets slugs beside a page lead to it where no page is, as if it had been public there. At most 90 slugs at
 * once. False if they all do already, or there is no such page. Three requests.
 */
export const setFormerSlugs = (pageId: number, slugs: readonly string[]): Promise<boolean> =>
  commitDecision(async () => {
    const page = await readPage(pageId);
    if (!page || page.parentId === null) return { writes: [], value: false };
    const claims = await readSlugClaims(page.parentId, slugs);
    const others = claims.filter(({ former }) => former !== pageId);
    if (others.length === 0) return { writes: [], value: false };
    const moves = others.map((claim) => changeSlugClaim(claim, { ...claim, former: pageId }));
    return { writes: [requirePage(page), ...moves], value: true };
  });
