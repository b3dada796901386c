import { passwordIsRight } from "#lib/access/passwords.ts";
import { hashOfSecret, newSecret } from "#lib/access/secrets.ts";
import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Session } from "#lib/site/credential.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putSession } from "#lib/store/credentials.ts";
import { readUserByName } from "#lib/store/users.ts";

/** How long a session lasts (decisions §1 "CSRF and session mechanics"). */
export const sessionSeconds = 14 * 24 * 3600;

/**
 * Starts a session for the user with that name and password; the secret is told here only. Refuses
 * `authentication_failed` alike for a wrong name, a wrong password and an inactive user, after the same time.
 */
export const signIn = async (
  username: string,
  password: string,
): Promise<{ readonly secret: string; readonly session: Session }> => {
  const user = await readUserByName(username);
  const isRight = await passwordIsRight(password, user?.passwordHash ?? null);
  if (!user?.active || !isRight) throw new Refusal("authentication_failed");
  const secret = newSecret();
  const session: Session = {
    kind: "session",
    userId: user.id,
    csrfToken: newSecret(),
    passed: [],
    expiresAt: Math.floor(clock.nowMs() / 1000) + sessionSeconds,
  };
  return commitDecision(async () => ({
    writes: [putSession(hashOfSecret(secret), session)],
    value: { secret, session },
  }));
};
