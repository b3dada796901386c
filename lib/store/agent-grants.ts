import { clock } from "#lib/clock.ts";
import type { AgentCode, AgentGrant, RegisteredClient } from "#lib/site/agent-grant.ts";
import { equal, isNew, type Write } from "#lib/store/port/table-store.ts";
import { getItem, putItem } from "./items.ts";
import { keys, type StoredItem } from "./table.ts";

/** A client, and when its registration ends, in seconds since the epoch. */
export type StoredClient = RegisteredClient & { readonly expires_at: number };

/** The registered client of that id, unless it has expired. One request. */
export const readAgentClient = async (id: string): Promise<StoredClient | undefined> => {
  const item = await getItem(keys.agentClient(id));
  if (!item || hasPassed(item.expires_at)) return undefined;
  const { pk, sk, ...client } = item;
  return client;
};

/** Writes a client that is new, or the next version of one. A function with `table:write` may send it. */
export const putAgentClient = (client: StoredClient): Write =>
  putItem(
    keys.agentClient(client.id),
    client,
    client.version === 1 ? isNew : equal("version", client.version - 1),
  );

/** The code with this SHA-256, also if it has expired. One request. */
export const readAgentCode = async (digest: string): Promise<AgentCode | undefined> => {
  const item = await getItem(keys.agentCode(digest));
  if (!item) return undefined;
  const { pk, sk, expires_at, ...code } = item;
  return code;
};

/** The grant with this SHA-256, unless it has expired. One request. */
export const readAgentGrant = async (digest: string): Promise<AgentGrant | undefined> =>
  grantOf(await getItem(keys.agentGrant(digest)));

/** The grant in an item; undefined if it has expired. */
export const grantOf = (item: StoredItem<"agentGrant"> | undefined): AgentGrant | undefined => {
  if (!item || hasPassed(item.expires_at)) return undefined;
  const { pk, sk, expires_at, ...grant } = item;
  return grant;
};

const hasPassed = (seconds: number): boolean => seconds * 1_000 <= clock.nowMs();
