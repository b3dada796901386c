import { all, equal, isNew, type Write } from "#lib/store/port/table-store.ts";
import { getItemLists, getItems, putItem } from "./items.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys } from "./table.ts";

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

const claimOf = (key: string, item: StoredItems["alias"] | undefined): AliasClaim => ({
  key,
  pageId: item?.pageId ?? null,
  isDraft: item?.isDraft ?? false,
  isPublic: item?.isPublic ?? false,
});

/** Reads the claims on aliases; aliases without any get one that no page holds. One request per 100. */
export const readAliasClaims = async (aliasKeys: readonly string[]): Promise<AliasClaim[]> => {
  const items = await getItems(aliasKeys.map(keys.alias));
  return aliasKeys.map((key, index) => claimOf(key, items[index]));
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
