import { certain } from "#lib/certain.ts";
import { subscribeSlug } from "#lib/pages/addresses.ts";
import type { Page } from "#lib/pages/page.ts";
import { mayBeSlug } from "#lib/pages/slug.ts";
import { readPages } from "#lib/store/pages.ts";
import { readSlugClaimsAt } from "#lib/store/slug-claims.ts";

/** How far an address was followed: to the page with `id`, perhaps by a former address of it. */
interface Step {
  readonly address: string;
  readonly id: number;
  readonly rest: readonly string[];
}

/**
 * Which of these addresses, without slashes at their ends, other pages have, or had and lead on from; pages
 * count that are not public yet. One request per part of the longest address, and one for what was found.
 */
export const addressesOfOthers = async (
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
