import { isDeepStrictEqual } from "node:util";
import { keyOfAlias } from "#lib/pages/aliases.ts";
import type { Page } from "#lib/pages/page.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { type AliasClaim, changeAliasClaim, readAliasClaims } from "#lib/store/alias-claims.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { siteAt } from "#lib/store/site.ts";
import { addressesOfOthers } from "./addresses-of-others.ts";
import type { SlugRules } from "./slug-writes.ts";

/** Aliases before and after a change. */
interface AliasStep {
  readonly before?: readonly string[] | undefined;
  readonly after?: readonly string[] | undefined;
}

/** What a change makes of a page's aliases: of those of its latest revision, and of its public one. */
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
  // What an administrator has given to another page is not taken from that one.
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
