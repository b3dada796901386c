import { tryPassword } from "#lib/access/guessing.ts";
import { hashPassword } from "#lib/access/passwords.ts";
import type { StoredSession } from "#lib/access/principal.ts";
import { type StartedSession, startedSession } from "#lib/access/sessions.ts";
import type { User } from "#lib/site/user.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserAndSiteVersion } from "#lib/store/users.ts";
import { putUserRow } from "#lib/store/write-users.ts";
import { sessionBeginning, sessionEnd } from "./sessions.ts";

export interface PasswordChange {
  readonly user: User;
  /** The session in which the user changes it. */
  readonly session: StoredSession;
  readonly address: string;
  /** The browser's `User-Agent`. */
  readonly client: string;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Changes a user's own password, which ends all their sessions, and starts a new one. Undefined if the
 * current password is wrong. Refuses as `tryPassword` does. Cost: three requests.
 */
export const changeOwnPassword = async (change: PasswordChange): Promise<StartedSession | undefined> => {
  const { user, session, address, client, currentPassword, newPassword } = change;
  const guess = { secret: `account ${user.username}`, address, password: currentPassword };
  const forgiven = await tryPassword(guess, async () => user.passwordHash);
  if (!forgiven) return undefined;
  const passwordHash = await hashPassword(newPassword);
  let known: User | undefined = user;
  return commitDecision<StartedSession | undefined>(async () => {
    const current = known ?? (await readUserAndSiteVersion(user.id)).user;
    known = undefined;
    if (!current?.active || current.passwordHash !== user.passwordHash)
      return { writes: [], value: undefined };
    const next: User = { ...current, passwordHash, version: current.version + 1 };
    const { passed, theme } = session.session;
    const started = startedSession(next, { passed, ...(theme === undefined ? {} : { theme }) });
    const writes = [
      ...putUserRow(next, current.version),
      ...sessionBeginning(next, started, client),
      ...sessionEnd(session),
      ...forgiven,
    ];
    return { writes, value: started };
  });
};
