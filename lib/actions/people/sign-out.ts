import type { StoredSession } from "#lib/access/principal.ts";
import { commitDecision } from "#lib/store/commit.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { unlistSession } from "#lib/store/session-list.ts";
import { deleteCredential } from "#lib/store/write-credentials.ts";

/** The writes that end a session, and take it off its user's list. */
export const sessionEnd = ({ hash, session: { userId, expiresAt } }: StoredSession): Write[] => [
  deleteCredential(hash),
  ...(userId === null ? [] : [unlistSession(userId, { hash, expiresAt })]),
];

export const signOut = (session: StoredSession): Promise<void> =>
  commitDecision(async () => ({ writes: sessionEnd(session), value: undefined }));
