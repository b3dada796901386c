import { isDeepStrictEqual } from "node:util";
import { certain } from "#lib/certain.ts";
import { keyOfAlias, slugReservation, subscribeSlug } from "#lib/pages/addresses.ts";
import type { Page } from "#lib/pages/page.ts";
import { mayBeSlug } from "#lib/pages/slug.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { invalid, refuseProblems } from "#lib/refusals/refusal.ts";
import {
  type AliasClaim,
  changeAliasClaim,
  changeSlugClaim,
  readAliasClaims,
  readSlugClaim,
  readSlugClaims,
  readSlugClaimsAt,
  type SlugClaim,
} from "#lib/store/address-claims.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/items.ts";
import { readPage, readPages, requirePage } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { siteAt } from "#lib/store/site.ts";

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

/** Aliases before and after a change. */
interface AliasStep {
  readonly before?: readonly string[] | undefined;
  readonly after?: readonly string[] | undefined;
}

/** The changes of a page's aliases: of the latest revision's, and of the public one's. */
export interface AliasSteps {
  readonly draft?: AliasStep;
  readonly live?: AliasStep;
}

/**
 * Moves a page's claims on its aliases. Refuses `aliases.N/duplicate` for new ones that another page has, as
 * its address or as an alias, or that the site redirects. Cost: nothing if no alias changes; else one
 * request, and for new ones those of `addressesOfOthers`.
 */
export const aliasWrites = async (
  page: Page,
  { draft, live }: AliasSteps,
  { takesAliases = false }: SlugRules = {},
): Promise<Write[]> => {
  const changed = [...new Set([...changedKeys(draft), ...changedKeys(live)])];
  if (changed.length === 0) return [];
  const claims = await readAliasClaims(changed);
  const becomes = (step: AliasStep | undefined, key: string, now: boolean): boolean =>
    step ? keysOf(step.after).includes(key) : now;
  const moves = claims.map((claim): Move => {
    const own = claim.pageId === page.id ? claim : nobodys;
    const isDraft = becomes(draft, claim.key, own.isDraft);
    const isPublic = becomes(live, claim.key, own.isPublic);
    return { claim, next: { pageId: page.id, isDraft, isPublic } };
  });
  const isWanted = ({ next }: Move): boolean => next.isDraft || next.isPublic;
  if (!takesAliases) {
    const wanted = moves.filter(isWanted).map(({ claim }) => claim);
    refuseTaken([draft?.after, live?.after], await takenAmong(page, wanted));
  }
  // An alias that an administrator has given to another page stays there.
  const isOthers = ({ claim }: Move): boolean => claim.pageId !== null && claim.pageId !== page.id;
  return moves
    .filter((move) => isWanted(move) || !isOthers(move))
    .filter(({ claim, next }) => !isDeepStrictEqual(claim, { key: claim.key, ...next }))
    .map(({ claim, next }) => changeAliasClaim(claim, next));
};

/**
 * The aliases of a page from the bin that nobody has taken meanwhile, and the claims of its draft on them.
 * Cost: as `aliasWrites`.
 */
export const freeAliasWrites = async (
  page: Page,
  aliases: readonly string[],
): Promise<{ readonly aliases: readonly string[]; readonly writes: readonly Write[] }> => {
  if (aliases.length === 0) return { aliases, writes: [] };
  const claims = await readAliasClaims(keysOf(aliases));
  const taken = await takenAmong(page, claims);
  const next = { pageId: page.id, isDraft: true, isPublic: false };
  const free = claims.filter(({ key }) => !taken.has(key));
  return {
    aliases: aliases.filter((alias) => !taken.has(keyOfAlias(alias) ?? "")),
    writes: free.map((claim) => changeAliasClaim(claim, next)),
  };
};

interface Move {
  readonly claim: AliasClaim;
  readonly next: Omit<AliasClaim, "key">;
}

const nobodys = { isDraft: false, isPublic: false } as const;

const keysOf = (aliases: readonly string[] = []): string[] =>
  aliases.flatMap((alias) => keyOfAlias(alias) ?? []);

const changedKeys = ({ before, after }: AliasStep = {}): string[] => {
  const [old, current] = [keysOf(before), keysOf(after)];
  return [...old.filter((key) => !current.includes(key)), ...current.filter((key) => !old.includes(key))];
};

/** Gives the claims of others, and nobody's on addresses that lead to others. */
const takenAmong = async (page: Page, claims: readonly AliasClaim[]): Promise<ReadonlySet<string>> => {
  const isAnothers = ({ pageId }: AliasClaim): boolean => pageId !== null && pageId !== page.id;
  const others = claims.filter(isAnothers).map(({ key }) => key);
  const free = claims.filter(({ pageId }) => pageId === null).map(({ key }) => key);
  if (free.length === 0) return new Set(others);
  // This reads nothing: requests to the API have brought this process's copy of the site up to date.
  const { redirects } = await siteAt(0);
  const redirected = keysOf(redirects.map(({ from }) => from)).filter((key) => free.includes(key));
  return new Set([...others, ...redirected, ...(await addressesOfOthers(page, free))]);
};

const refuseTaken = (lists: readonly (readonly string[] | undefined)[], taken: ReadonlySet<string>): void => {
  const problems = lists.flatMap((aliases = []) =>
    aliases.flatMap((alias, index): Problem[] => {
      const message = `The address ${alias} is another page's.`;
      return taken.has(keyOfAlias(alias) ?? "")
        ? [{ path: `aliases.${index}`, code: "duplicate", message }]
        : [];
    }),
  );
  refuseProblems(problems);
};

/** A step in following an address: to the page with `id`, perhaps by a former address of it. */
interface Step {
  readonly address: string;
  readonly id: number;
  readonly rest: readonly string[];
}

/**
 * Which of these addresses, without slashes at their ends, other pages have, or had and lead on from; pages
 * count that are not public yet. One request per part of the longest address, and one for what was found.
 */
const addressesOfOthers = async (
  { id: ownId, ancestors }: Pick<Page, "id" | "ancestors">,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> => {
  const [, homeId] = ancestors;
  let steps = addresses.map((address): Step => {
    return { address, id: homeId ?? 0, rest: address === "" ? [] : address.split("/") };
  });
  const arrived: Step[] = [];
  /** Above an address that would be a podcast's own page for subscribers. */
  const above: Step[] = [];
  while (steps.length > 0) {
    arrived.push(...steps.filter(({ rest }) => rest.length === 0));
    above.push(...steps.filter(({ rest }) => rest.length === 1 && rest[0] === subscribeSlug));
    const going = steps.filter(({ rest: [slug = ""] }) => mayBeSlug(slug));
    const claims = await readSlugClaimsAt(going.map(({ id, rest: [slug = ""] }) => ({ parentId: id, slug })));
    steps = going.flatMap(({ address, rest }, index): Step[] => {
      const id = certain(claims[index]).row ?? certain(claims[index]).former;
      return id === null ? [] : [{ address, id, rest: rest.slice(1) }];
    });
  }
  const others = arrived.filter(({ id }) => id !== ownId);
  // Former addresses may be of pages that are gone.
  const pages = new Map(
    (await readPages([...others, ...above].map(({ id }) => id))).map((page) => [page?.id, page]),
  );
  const taken = [
    ...others.filter(({ id }) => pages.has(id)),
    ...above.filter(({ id }) => pages.get(id)?.kind === "podcast"),
  ];
  return new Set(taken.map(({ address }) => address));
};

/**
 * Makes slugs beside a page lead to it where no page is, as if it had been public there. At most 90 slugs at
 * once. False if they all do already, or if there is no such page. Three requests.
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
