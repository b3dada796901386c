import { takeTurn } from "#lib/access/guessing.ts";
import { newSecret } from "#lib/access/secrets.ts";
import { clock } from "#lib/clock.ts";
import {
  type AgentClient,
  type AgentGrant,
  clientSeconds,
  isDocumentAddress,
  type RegisteredClient,
} from "#lib/site/agent-grant.ts";
import { putAgentClient, readAgentClient } from "#lib/store/agent-grants.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readLastExpiry } from "#lib/store/listed-credentials.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { grantExpiry } from "#lib/store/write-grants.ts";

/** Hosted assistants register once for each person who connects one, and share an address. */
const turns = { max: 30, windowMs: 3_600_000 } as const;

/**
 * Registers a client, for a day unless somebody gives it access. Refuses `rate_limited` if the address has
 * registered too many. Two requests.
 */
export const registerAgentClient = async (
  described: Omit<AgentClient, "id">,
  address: string,
): Promise<RegisteredClient> => {
  const reason = "There were too many registrations from your address";
  await takeTurn({ ...turns, name: `registration from ${address}`, reason });
  const client = {
    ...described,
    id: newSecret(),
    createdAt: new Date(clock.nowMs()).toISOString(),
    version: 1,
  };
  await commitDecision(async () => ({
    writes: [putAgentClient({ ...client, expires_at: inADay() })],
    value: undefined,
  }));
  return client;
};

const inADay = (): number => Math.ceil(clock.nowMs() / 1_000) + clientSeconds;

/**
 * The write by which the registration of a client lasts a day longer than a grant of it; none for clients
 * that are described elsewhere; undefined if the client has not registered, or no more. One request.
 */
export const keptClient = async ({
  client,
  ...grant
}: Pick<AgentGrant, "client" | "createdAt" | "usedAt">): Promise<readonly Write[] | undefined> => {
  if (isDocumentAddress(client.id)) return [];
  const stored = await readAgentClient(client.id);
  if (!stored) return undefined;
  const expires_at = Math.max(stored.expires_at, grantExpiry(grant) + clientSeconds);
  return [putAgentClient({ ...stored, version: stored.version + 1, expires_at })];
};

/** The write by which the registration of a client lasts a day longer than its other grants. Two requests. */
export const releasedClient = async ({
  client,
  digest,
}: Pick<AgentGrant, "client" | "digest">): Promise<readonly Write[]> => {
  const stored = isDocumentAddress(client.id) ? undefined : await readAgentClient(client.id);
  if (!stored) return [];
  const last = await readLastExpiry(client.id, digest);
  const expires_at = Math.max(inADay(), last === undefined ? 0 : last + clientSeconds);
  return [putAgentClient({ ...stored, version: stored.version + 1, expires_at })];
};
