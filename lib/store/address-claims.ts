import { absent, all, equal, isNew, type Write } from "#lib/store/port/table-store.ts";
import { getItem, getItemLists, getItems, putItem, queryItems } from "./items.ts";
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

const slugClaimOf = (parentId: number, slug: string, item: StoredItems["slug"] | undefined): SlugClaim => ({
  parentId,
  slug,
  row: item?.row ?? null,
  drafts: item?.drafts ?? [],
  former: item?.former ?? null,
});

/** The claim on a slug; one without holders if there is none. One request. */
export const readSlugClaim = async (parentId: number, slug: string): Promise<SlugClaim> =>
  slugClaimOf(parentId, slug, await getItem(keys.slug(parentId, slug)));

/** The claims on several slugs below one parent. One request per 100. */
export const readSlugClaims = (parentId: number, slugs: readonly string[]): Promise<SlugClaim[]> =>
  readSlugClaimsAt(slugs.map((slug) => ({ parentId, slug })));

/** The claims on slugs below several parents. One request per 100. */
export const readSlugClaimsAt = async (
  places: readonly Pick<SlugClaim, "parentId" | "slug">[],
): Promise<SlugClaim[]> => {
  const items = await getItems(places.map(({ parentId, slug }) => keys.slug(parentId, slug)));
  return places.map(({ parentId, slug }, index) => slugClaimOf(parentId, slug, items[index]));
};

/** All claims below a parent, by slug, which are its children. */
export const readSlugClaimsBelow = async (parentId: number): Promise<SlugClaim[]> =>
  (await queryItems({ pk: keys.slug(parentId, "").pk, prefix: "SLUG#" })).map((item) =>
    slugClaimOf(parentId, item.slug, item),
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

/** The pages that have an alias: the one whose latest revision has it, or the public one, or both. */
export interface AliasClaim {
  /** See `aliasKey`. */
  readonly key: string;
  /** Null if no page has it. */
  readonly pageId: number | null;
  readonly isDraft: boolean;
  /** True if the alias leads to the page. */
  readonly isPublic: boolean;
}

const aliasClaimOf = (key: string, item: StoredItems["alias"] | undefined): AliasClaim => ({
  key,
  pageId: item?.pageId ?? null,
  isDraft: item?.isDraft ?? false,
  isPublic: item?.isPublic ?? false,
});

/** Reads the claims on aliases; aliases without any get one that no page holds. One request per 100. */
export const readAliasClaims = async (aliasKeys: readonly string[]): Promise<AliasClaim[]> => {
  const items = await getItems(aliasKeys.map(keys.alias));
  return aliasKeys.map((key, index) => aliasClaimOf(key, items[index]));
};

/** The pages that an address without a page may lead to. */
export interface FormerAddress {
  /** The page that was public last at the slug; null for none. */
  readonly former: number | null;
  /** The page that has the address as an alias; null for none. */
  readonly alias: number | null;
}

/** Reads the claims on a slug below a parent and on an alias, each if it is given. One request, or none. */
export const readFormerAddress = async (
  place: { readonly parentId: number; readonly slug: string } | undefined,
  alias: string | undefined,
): Promise<FormerAddress> => {
  const [[slug], [claim]] = await getItemLists(
    place ? [keys.slug(place.parentId, place.slug)] : [],
    alias === undefined ? [] : [keys.alias(alias)],
  );
  return { former: slug?.former ?? null, alias: claim?.isPublic ? claim.pageId : null };
};

/** Gives a claim these holders, if it is unchanged since it was read. A claim without holders is removed. */
export const changeAliasClaim = (
  { key, pageId, isDraft, isPublic }: AliasClaim,
  next: Omit<AliasClaim, "key">,
): Write => {
  const claim = keys.alias(key);
  const asRead =
    pageId === null
      ? isNew
      : all(equal("pageId", pageId), equal("isDraft", isDraft), equal("isPublic", isPublic));
  return next.isDraft || next.isPublic ? putItem(claim, next, asRead) : { delete: claim, if: asRead };
};
