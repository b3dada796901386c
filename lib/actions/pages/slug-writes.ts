import { slugReservation } from "#lib/pages/addresses.ts";
import type { Page } from "#lib/pages/page.ts";
import { invalid } from "#lib/refusals/refuse-problems.ts";
import { inOneRead } from "#lib/store/gathered-reads.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { changeSlugClaim, readSlugClaim, type SlugClaim } from "#lib/store/slug-claims.ts";

/** An administrator may let a draft share its slug with other drafts and with other pages' public slugs. */
export interface SlugRules {
  readonly draftsMayShare?: boolean;
  /** An administrator may take aliases from other pages, and may give them addresses of other pages. */
  readonly takesAliases?: boolean;
  /** True if the caller gave a slug: then it is checked even if it did not change. */
  readonly isNamed?: boolean;
}

/**
 * Moves a page's claims on its slugs from `before` (null: new page) to `after` (null: deleted page). Refuses
 * `slug/duplicate`, and `slug/invalid` for reserved addresses. Notes who has left a public address. Cost: at
 * most one request.
 */
export const slugWrites = async (
  before: Page | null,
  after: Page | null,
  rules: SlugRules = {},
  readClaim: typeof readSlugClaim = readSlugClaim,
): Promise<Write[]> => {
  const page = after ?? before;
  if (!page || page.parentId === null) return [];
  const isMoving = !before || !after || before.slug !== after.slug || before.draftSlug !== after.draftSlug;
  if (!isMoving && !rules.isNamed) return [];
  refuseReserved(after);
  const { parentId } = page;
  const slugs = [before, after].flatMap((state) => (state ? [state.slug, state.draftSlug] : []));
  const claims = await Promise.all(
    inOneRead(() => [...new Set(slugs)].map((slug) => readClaim(parentId, slug))),
  );
  for (const claim of claims) {
    const isClaimed = after !== null && (claim.slug === after.slug || claim.slug === after.draftSlug);
    if (isClaimed && isHeldByAnother(claim, after, rules)) {
      throw invalid(
        "slug",
        "duplicate",
        `The slug '${claim.slug}' is already in use within the parent page.`,
      );
    }
  }
  return isMoving
    ? claims.map((claim) => changeSlugClaim(claim, holdersAfter(claim, page.id, before, after)))
    : [];
};

const refuseReserved = (after: Page | null): void => {
  if (!after) return;
  const reasons = [after.slug, after.draftSlug].map((slug) => slugReservation(slug, after.ancestors));
  const reason = reasons.find((each) => each !== undefined);
  if (reason) throw invalid("slug", "invalid", reason);
};

const isHeldByAnother = (claim: SlugClaim, after: Page, { draftsMayShare }: SlugRules): boolean => {
  const isAnothers = (holder: number): boolean => holder !== after.id;
  if (claim.row !== null && isAnothers(claim.row)) return !draftsMayShare || claim.slug === after.slug;
  return !draftsMayShare && claim.drafts.some(isAnothers);
};

const holdersAfter = (claim: SlugClaim, id: number, before: Page | null, after: Page | null) => {
  const row = claim.slug === after?.slug ? id : claim.row === id ? null : claim.row;
  const others = claim.drafts.filter((holder) => holder !== id);
  const drafts = claim.slug === after?.draftSlug ? [...others, id] : others;
  return { row, drafts, former: formerAfter(claim, before, after) };
};

/** A page that was public at the slug leads from there to its new one; a deletion frees the slug. */
const formerAfter = (claim: SlugClaim, before: Page | null, after: Page | null): number | null => {
  const wasPublicHere = before?.slug === claim.slug && (before.live || before.publicSlug === before.slug);
  if (!before || !wasPublicHere || after?.slug === claim.slug) return claim.former;
  return after ? before.id : null;
};
