import { clock } from "#lib/clock.ts";
import { atMost } from "#lib/store/port/condition.ts";
import { conditionHolds } from "./condition-holds.ts";
import { type Key, keys } from "./table.ts";
import { tableStore } from "./table-store.ts";

/** What nobody lists or follows. Of other kinds, readers and jobs decide when they end. */
const removable = ({ pk, sk }: Key): boolean =>
  /^(CREDENTIAL|ATTEMPTS|RECEIPT)#/.test(pk) || sk === keys.previewLinks(0).sk;

/**
 * Removes expired sessions, attempts, receipts and preview links, as DynamoDB's TTL does on AWS. Stops early
 * if the signal aborts. One request per item removed, and one per 1,000 items or megabyte: of what has
 * expired in a file, of the whole table in an engine.
 */
export const removeExpiredItems = async (signal?: AbortSignal): Promise<void> => {
  const nowSeconds = Math.floor(clock.nowMs() / 1000);
  for await (const expired of tableStore().expired(nowSeconds)) {
    for (const { pk, sk } of expired.filter(removable))
      await conditionHolds(tableStore().write({ delete: { pk, sk }, if: atMost("expires_at", nowSeconds) }));
    if (signal?.aborted) return;
  }
};
