import { config } from "#lib/config.ts";
import type { Page } from "#lib/pages/page.ts";
import { queryItems } from "./client.ts";
import type { Write } from "./commit.ts";
import { type Key, keys } from "./table.ts";

/** The keys of all that a page has beside its row: revisions, live content, audit entries. A request per megabyte. */
export const readPageItemKeys = async (pageId: number): Promise<Key[]> => {
  const row = keys.page(pageId);
  const items = await queryItems({ pk: row.pk });
  return items.map(({ pk, sk }) => ({ pk, sk }) as Key).filter(({ sk }) => sk !== row.sk);
};

/** The write that removes one of them. Bodies beyond 300 KB stay, because other revisions may share them. */
export const deletePageItem = (Key: Key): Write => ({ Delete: { TableName: config.tableName(), Key } });

/** The write that removes what the public reads of a page. Its condition is the page row's, in the same transaction. */
export const deleteLiveContent = (pageId: number): Write => deletePageItem(keys.live(pageId));

/** The write that removes a page's row, if nobody changed it or made a page below it since it was read. */
export const deletePageRow = ({ id, version, births }: Page): Write => ({
  Delete: {
    TableName: config.tableName(),
    Key: keys.page(id),
    ConditionExpression: `version = :read AND ${births === undefined ? "attribute_not_exists(births)" : "births = :births"}`,
    ExpressionAttributeValues: { ":read": version, ...(births !== undefined && { ":births": births }) },
  },
});
