import { clock } from "#lib/clock.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { keys } from "./table.ts";
import { putItem } from "./typed-writes.ts";

interface ListEntry {
  readonly hash: string;
  readonly expiresAt: number;
  /** What the browser called itself. */
  readonly client: string;
}

/** Writes a session into its user's list. A function with the right `credentials:write` may send it. */
export const listSession = (userId: number, { hash, expiresAt, client }: ListEntry): Write =>
  putItem(keys.sessionEntry(userId, expiresAt, hash), {
    ...{ hash, startedAt: clock.now(), client, expires_at: expiresAt },
  });

/** Takes a session off the list. */
export const unlistSession = (userId: number, { hash, expiresAt }: Omit<ListEntry, "client">): Write => ({
  delete: keys.sessionEntry(userId, expiresAt, hash),
});
