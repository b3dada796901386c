import { passwordIsRight } from "#lib/access/passwords.ts";
import type { HeldSession } from "#lib/access/principal.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { type StartedSession, startedSession } from "#lib/access/started-session.ts";
import type { SessionMemory } from "#lib/site/credential.ts";
import type { User } from "#lib/site/user.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putSession } from "#lib/store/credentials.ts";
import { readUserByName } from "#lib/store/users.ts";

/**
 * Starts a session for the user with that name and password; undefined alike for a wrong name, a wrong password and an
 * inactive user, and after about the same time. It remembers what the browser's session before it did, if that was the
 * user's own or nobody's. Cost: three requests.
 */
export const signIn = async (
  username: string,
  password: string,
  before: HeldSession | null,
): Promise<StartedSession | undefined> => {
  const user = await readUserByName(username);
  const isRight = await passwordIsRight(password, user?.passwordHash ?? null);
  if (!user?.active || !isRight) return undefined;
  const started = startedSession(user, memoryFor(user, before));
  return commitDecision(async () => ({
    writes: [putSession(hashOfSecret(started.secret), started.session)],
    value: started,
  }));
};

const memoryFor = (user: User, before: HeldSession | null): SessionMemory => {
  if (!before || ![null, user.id].includes(before.session.userId)) return { passed: [] };
  const { passed, theme } = before.session;
  return { passed, ...(theme === undefined ? {} : { theme }) };
};
