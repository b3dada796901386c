import type { Page } from "#lib/pages/page.ts";
import { absent, all, equal } from "#lib/store/port/condition.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { queryItems } from "./client.ts";
import { type Key, keys } from "./table.ts";

/** Keys of up to `limit` items left of a deleted page: revisions, audit entries, parts. */
export const readRemains = async (pageId: number, limit: number): Promise<Key[]> => {
  const partitions = [keys.page(pageId).pk, keys.bodyPart(pageId, "", 0).pk];
  const slices = partitions.map((pk) => queryItems({ pk, limit, attributes: ["pk", "sk"] }));
  return (await Promise.all(slices))
    .flat()
    .map(({ pk, sk }) => ({ pk, sk }))
    .slice(0, limit);
};

export const deletePageItem = (Key: Key): Write => ({ delete: Key });

/** Removes what the public reads of a page; needs the page row's condition in the same transaction. */
export const deletePublicItems = (pageId: number): Write[] =>
  [keys.live(pageId), keys.excerpt(pageId), keys.words(pageId)].map(deletePageItem);

/** Removes a page's row, if it is unchanged and no page was created below it since it was read. */
export const deletePageRow = ({ id, version, births }: Page): Write => ({
  delete: keys.page(id),
  if: all(equal("version", version), births === undefined ? absent("births") : equal("births", births)),
});
