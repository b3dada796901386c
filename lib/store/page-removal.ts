import type { Page } from "#lib/pages/page.ts";
import { tableName } from "#lib/settings/database.ts";
import { queryItems } from "./client.ts";
import { type Key, keys } from "./table.ts";
import type { Write } from "./write.ts";

/**
 * The keys of some of what is left of a page that is gone: revisions, audit entries, parts of bodies. Two
 * requests.
 */
export const readRemains = async (pageId: number, limit: number): Promise<Key[]> => {
  const partitions = [keys.page(pageId).pk, keys.bodyPart(pageId, "", 0).pk];
  const slices = partitions.map((pk) => queryItems({ pk, limit, attributes: ["pk", "sk"] }));
  return (await Promise.all(slices))
    .flat()
    .map(({ pk, sk }) => ({ pk, sk }) as Key)
    .slice(0, limit);
};

/** The write that removes one of them, or a part that nothing names. */
export const deletePageItem = (Key: Key): Write => ({ Delete: { TableName: tableName(), Key } });

/**
 * The write that removes what the public reads of a page. Its condition is the page row's, in the same
 * transaction.
 */
export const deleteLiveContent = (pageId: number): Write => deletePageItem(keys.live(pageId));

/** The write that removes a page's row, if nobody changed it or made a page below it since it was read. */
export const deletePageRow = ({ id, version, births }: Page): Write => ({
  Delete: {
    TableName: tableName(),
    Key: keys.page(id),
    ConditionExpression: `version = :read AND ${births === undefined ? "attribute_not_exists(births)" : "births = :births"}`,
    ExpressionAttributeValues: { ":read": version, ...(births !== undefined && { ":births": births }) },
  },
});
