import { clock } from "#lib/clock.ts";
import { tableName } from "#lib/settings/database.ts";
import type { Session } from "#lib/site/credential.ts";
import { getItems, queryItems } from "./client.ts";
import { credentialIn } from "./credentials.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

interface ListEntry {
  readonly hash: string;
  readonly expiresAt: number;
  /** What the browser called itself. */
  readonly client: string;
}

/** A session of a user, as the user's list has it. */
interface ListedSession {
  readonly hash: string;
  readonly startedAt: string;
  readonly client: string;
  readonly session: Session;
}

/** Writes a session into its user's list. A function with the right `credentials:write` may send it. */
export const listSession = (userId: number, { hash, expiresAt, client }: ListEntry): Write => ({
  Put: {
    TableName: tableName(),
    Item: {
      ...keys.sessionEntry(userId, expiresAt, hash),
      ...{ hash, startedAt: clock.now(), client, expires_at: expiresAt },
    },
  },
});

/** Takes a session off the list. */
export const unlistSession = (userId: number, { hash, expiresAt }: Omit<ListEntry, "client">): Write => ({
  Delete: { TableName: tableName(), Key: keys.sessionEntry(userId, expiresAt, hash) },
});

/** The user's newest listed sessions, the newest first, without those that have expired. Two requests. */
export const readListedSessions = async (userId: number, limit: number): Promise<ListedSession[]> => {
  const { pk } = keys.sessionEntry(userId, 0, "");
  const entries = await queryItems({ pk, backwards: true, limit });
  const stored = await getItems(entries.map(({ hash }) => keys.credential(String(hash))));
  return entries.flatMap(({ hash, startedAt, client }, index): ListedSession[] => {
    const session = credentialIn(stored[index]);
    if (session?.kind !== "session") return [];
    return [{ hash: String(hash), startedAt: String(startedAt), client: String(client), session }];
  });
};
