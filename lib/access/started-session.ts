import { clock } from "#lib/clock.ts";
import type { Session, SessionMemory } from "#lib/site/credential.ts";
import type { User } from "#lib/site/user.ts";
import { hashOfSecret, newSecret } from "./secrets.ts";

/** How long a session lasts (contract#sessions). */
export const sessionSeconds = 14 * 24 * 3600;

export interface StartedSession {
  readonly secret: string;
  readonly session: Session;
}

/** A stamp of the user's password, by which a session notices that the password has changed. */
export const passwordStamp = ({ passwordHash }: Pick<User, "passwordHash">): string =>
  passwordHash === null ? "" : hashOfSecret(passwordHash);

/** A new session, not yet stored, of a user or of a stranger. */
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
