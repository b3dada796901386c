import { passwordIsRight } from "#lib/access/passwords.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { type StartedSession, startedSession } from "#lib/access/started-session.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putSession } from "#lib/store/credentials.ts";
import { readUserByName } from "#lib/store/users.ts";

/**
 * Starts a session for the user with that name and password; undefined alike for a wrong name, a wrong password and an
 * inactive user, and after about the same time. Cost: three requests.
 */
export const signIn = async (username: string, password: string): Promise<StartedSession | undefined> => {
  const user = await readUserByName(username);
  const isRight = await passwordIsRight(password, user?.passwordHash ?? null);
  if (!user?.active || !isRight) return undefined;
  const started = startedSession(user);
  return commitDecision(async () => ({
    writes: [putSession(hashOfSecret(started.secret), started.session)],
    value: started,
  }));
};
