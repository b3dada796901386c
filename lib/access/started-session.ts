import { clock } from "#lib/clock.ts";
import type { Session, SessionMemory } from "#lib/site/credential.ts";
import type { User } from "#lib/site/user.ts";
import { hashOfSecret, newSecret } from "./secrets.ts";

/** How long a session lasts (contract#sessions). */
export const sessionSeconds = 14 * 24 * 3600;

/** A session that has begun; its secret is told here only. */
export interface StartedSession {
  readonly secret: string;
  readonly session: Session;
}

/** What a session remembers of its user's password: enough to notice that it is another one. */
export const passwordStamp = ({ passwordHash }: Pick<User, "passwordHash">): string =>
  passwordHash === null ? "" : hashOfSecret(passwordHash);

/** A new session of a user, or of nobody known, not yet kept anywhere. */
export const startedSession = (
  user: User | null,
  memory: SessionMemory = { passed: [] },
): StartedSession => ({
  secret: newSecret(),
  session: {
    kind: "session",
    userId: user?.id ?? null,
    csrfToken: newSecret(),
    passwordStamp: user ? passwordStamp(user) : "",
    ...memory,
    expiresAt: Math.floor(clock.nowMs() / 1000) + sessionSeconds,
  },
});
