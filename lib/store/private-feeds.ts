import { absent, all, equal, exists, type WriteCondition } from "#lib/store/port/table-store.ts";
import { ConditionalCheckFailedException } from "./condition-errors.ts";
import { getItem, getItems, updateItem } from "./items.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys } from "./table.ts";
import { tableStore } from "./table-store.ts";

/** What a secret of a feed opens, and the day on which it was last used. */
export type FeedSecret = StoredItems["feedSecret"];

/** One request. */
export const readFeedSecret = (digest: string): Promise<FeedSecret | undefined> =>
  getItem(keys.feedSecret(digest));

/** The days on which feeds were last used, by their digests; null for never. One request for 100. */
export const readFeedUses = async (
  digests: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const items = await getItems(digests.map((digest) => keys.feedSecret(digest)));
  return new Map(digests.map((digest, index) => [digest, items[index]?.lastUsedAt ?? null]));
};

/** A feed's id, made of the digest of its secret. */
export const feedId = (digest: string): number => Number.parseInt(digest.slice(0, 12), 16);

/** Writes the day on which a feed was used, unless it has ended or another request did. One request. */
export const noteFeedUse = async (digest: string, day: string, before: string | undefined): Promise<void> => {
  const asRead: WriteCondition = before === undefined ? absent("lastUsedAt") : equal("lastUsedAt", before);
  try {
    await tableStore().write(
      updateItem(keys.feedSecret(digest), { set: { lastUsedAt: day } }, all(exists, asRead)),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
