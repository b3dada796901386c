import { absent, all, equal, isNew, type Write } from "#lib/store/port/table-store.ts";
import { getItem, getItems, putItem, queryItems } from "./items.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys } from "./table.ts";

/**
 * The holders of a slug below a parent: the page whose row has it, the pages whose latest draft has it, and
 * the page that was last public there and is elsewhere now.
 */
export interface SlugClaim {
  readonly parentId: number;
  readonly slug: string;
  readonly row: number | null;
  /** Pages whose latest draft has the slug. Only an administrator's manifest can make more than one. */
  readonly drafts: readonly number[];
  readonly former: number | null;
}

export type SlugHolders = Pick<SlugClaim, "row" | "drafts" | "former">;

const nobodyHolds = ({ row, drafts, former }: SlugHolders): boolean =>
  row === null && drafts.length === 0 && former === null;

const claimOf = (parentId: number, slug: string, item: StoredItems["slug"] | undefined): SlugClaim => ({
  parentId,
  slug,
  row: item?.row ?? null,
  drafts: item?.drafts ?? [],
  former: item?.former ?? null,
});

/** The claim on a slug; one without holders if there is none. One request. */
export const readSlugClaim = async (parentId: number, slug: string): Promise<SlugClaim> =>
  claimOf(parentId, slug, await getItem(keys.slug(parentId, slug)));

/** The claims on several slugs below one parent. One request per 100. */
export const readSlugClaims = (parentId: number, slugs: readonly string[]): Promise<SlugClaim[]> =>
  readSlugClaimsAt(slugs.map((slug) => ({ parentId, slug })));

/** The claims on slugs below several parents. One request per 100. */
export const readSlugClaimsAt = async (
  places: readonly Pick<SlugClaim, "parentId" | "slug">[],
): Promise<SlugClaim[]> => {
  const items = await getItems(places.map(({ parentId, slug }) => keys.slug(parentId, slug)));
  return places.map(({ parentId, slug }, index) => claimOf(parentId, slug, items[index]));
};

/** All claims below a parent, by slug, which are its children. */
export const readSlugClaimsBelow = async (parentId: number): Promise<SlugClaim[]> =>
  (await queryItems({ pk: keys.slug(parentId, "").pk, prefix: "SLUG#" })).map((item) =>
    claimOf(parentId, item.slug, item),
  );

/** Gives a claim these holders, if it is unchanged since it was read; without holders it is removed. */
export const changeSlugClaim = (read: SlugClaim, holders: SlugHolders): Write => {
  const key = keys.slug(read.parentId, read.slug);
  const asRead = nobodyHolds(read)
    ? isNew
    : all(
        equal("row", read.row),
        equal("drafts", read.drafts),
        read.former === null ? absent("former") : equal("former", read.former),
      );
  if (nobodyHolds(holders)) return { delete: key, if: asRead };
  const { row, drafts, former } = holders;
  const item = { slug: read.slug, row, drafts, ...(former !== null && { former }) };
  return putItem(key, item, asRead);
};
