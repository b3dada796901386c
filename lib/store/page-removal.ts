import type { Page } from "#lib/pages/page.ts";
import { tableName } from "#lib/settings/database.ts";
import { queryItems } from "./client.ts";
import { type Key, keys } from "./table.ts";
import type { Write } from "./write.ts";

/** Keys of up to `limit` items left of a deleted page: revisions, audit entries, parts. */
export const readRemains = async (pageId: number, limit: number): Promise<Key[]> => {
  const partitions = [keys.page(pageId).pk, keys.bodyPart(pageId, "", 0).pk];
  const slices = partitions.map((pk) => queryItems({ pk, limit, attributes: ["pk", "sk"] }));
  return (await Promise.all(slices))
    .flat()
    .map(({ pk, sk }) => ({ pk, sk }) as Key)
    .slice(0, limit);
};

export const deletePageItem = (Key: Key): Write => ({ Delete: { TableName: tableName(), Key } });

/** Removes what the public reads of a page; needs the page row's condition in the same transaction. */
export const deletePublicItems = (pageId: number): Write[] =>
  [keys.live(pageId), keys.excerpt(pageId), keys.words(pageId)].map(deletePageItem);

/** Removes a page's row, if it is unchanged and no page was created below it since it was read. */
export const deletePageRow = ({ id, version, births }: Page): Write => ({
  Delete: {
    TableName: tableName(),
    Key: keys.page(id),
    ConditionExpression: `version = :read AND ${births === undefined ? "attribute_not_exists(births)" : "births = :births"}`,
    ExpressionAttributeValues: { ":read": version, ...(births !== undefined && { ":births": births }) },
  },
});
