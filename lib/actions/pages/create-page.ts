import { clock } from "#lib/clock.ts";
import { aliasesOf } from "#lib/pages/aliases.ts";
import type { Page } from "#lib/pages/page.ts";
import { mayBeSlug, slugFromTitle } from "#lib/pages/slug.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/gathered-reads.ts";
import { countBirths, readPage } from "#lib/store/pages.ts";
import { plannedRead } from "#lib/store/planned-read.ts";
import { type PlannedNumbers, plannedNumbers } from "#lib/store/sequences.ts";
import { readSlugClaim } from "#lib/store/slug-claims.ts";
import { aliasWrites } from "./alias-writes.ts";
import { decideCreation, type NewPage, type SavedPage } from "./creation.ts";
import { pageOutcome } from "./page-outcome.ts";
import { type SlugRules, slugWrites } from "./slug-writes.ts";

export interface PageToCreate extends NewPage {
  readonly slugRules?: SlugRules;
}

interface CreationReads {
  readonly parent?: typeof readPage;
  readonly claim?: typeof readSlugClaim;
  readonly numbers?: PlannedNumbers;
}

/** Plans to read the parent that a body names, and the claim on the slug there. */
export const creationReads = ({ values }: { readonly values: () => Readonly<Record<string, unknown>> }) => {
  const { parent, slug, title } = values();
  const { id } = (parent ?? {}) as { readonly id?: unknown };
  const numbers = plannedNumbers("IDS");
  if (!Number.isSafeInteger(id)) return { numbers };
  const parentId = id as number;
  const wanted = typeof slug === "string" ? slug : slugFromTitle(typeof title === "string" ? title : "");
  const known = { numbers, parent: plannedRead(readPage, parentId) };
  // Others cannot be in a key, and the credentials are in the same request.
  return mayBeSlug(wanted) ? { ...known, claim: plannedRead(readSlugClaim, parentId, wanted) } : known;
};

/**
 * Creates a page with its content as the first draft; publishes nothing. Of concurrent creations with one
 * slug one wins, others get `slug/duplicate`. Cost: four requests, two if its plan has read the parent and
 * the claim on the slug, and those of `prepare`.
 */
export const createPage = (
  parentId: number,
  prepare: (parent: Page | undefined) => PageToCreate | Promise<PageToCreate>,
  reads: CreationReads = {},
): Promise<SavedPage & { readonly parent: Page }> =>
  commitDecision(async (numbers) => {
    const parent = await (reads.parent ?? readPage)(parentId);
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
      ...(await slugWrites(null, page, newPage.slugRules, reads.claim)),
      ...(await aliasWrites(page, { draft: { after: aliasesOf(newPage.content) } }, newPage.slugRules)),
    ];
    return { ...creation, writes, value: { ...creation.value, parent }, outcome: pageOutcome(page) };
  }, reads.numbers);
