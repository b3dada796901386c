import { clock } from "#lib/clock.ts";
import type { AccessToken, FromGrant, Session, Token } from "#lib/site/credential.ts";
import { absent, all, equal, exists } from "#lib/store/port/table-store.ts";
import { getItem, getItems, updateItem } from "./items.ts";
import { keys, type StoredItem } from "./table.ts";
import { tableStore } from "./table-store.ts";

export type StoredCredential =
  | Session
  | (((Token & Partial<FromGrant>) | AccessToken) & { readonly lastUsedAt?: string });

/** The unexpired credential with this hash. One request. */
export const readCredential = async (hash: string): Promise<StoredCredential | undefined> =>
  credentialIn(await getItem(keys.credential(hash)));

/** The credential in an item; undefined if it has expired. Expired ones are removed some time later. */
export const credentialIn = (item: StoredItem<"credential"> | undefined): StoredCredential | undefined => {
  if (!item) return undefined;
  const { pk, sk, expires_at, ...credential } = item;
  return expires_at !== undefined && expires_at * 1000 <= clock.nowMs() ? undefined : credential;
};

/** A token's id, made of the hash of its secret: a token with a new secret is another one. */
export const tokenId = (hash: string): number => Number.parseInt(hash.slice(0, 12), 16);

/** Writes that a token or session was used, unless it ended or another request wrote that. One request. */
export const noteUse = async (hash: string, now: string, before: string | undefined): Promise<void> => {
  const unused = before === undefined ? absent("lastUsedAt") : equal("lastUsedAt", before);
  await tableStore().write(
    updateItem(keys.credential(hash), { set: { lastUsedAt: now } }, all(exists, unused)),
  );
};

/** When tokens were last used, by the hashes of their secrets; null for never. One request for 100. */
export const readLastUses = async (
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const items = await getItems(hashes.map(keys.credential));
  return new Map(hashes.map((hash, index) => [hash, items[index]?.lastUsedAt ?? null]));
};
