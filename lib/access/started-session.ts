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

/** A stamp by which a session notices that its user has another password, or has ended all sessions. */
export const passwordStamp = ({ passwordHash, signOuts }: Pick<User, "passwordHash" | "signOuts">): string =>
  passwordHash === null ? "" : hashOfSecret(passwordHash + (signOuts === undefined ? "" : `#${signOuts}`));

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
