import { clock } from "#lib/clock.ts";
import type { Session } from "#lib/site/credential.ts";
import { newSecret } from "./secrets.ts";

/** How long a session lasts (decisions §1 "CSRF and session mechanics"). */
export const sessionSeconds = 14 * 24 * 3600;

/** A session that has begun; its secret is told here only. */
export interface StartedSession {
  readonly secret: string;
  readonly session: Session;
}

/** A new session of a user, not yet kept anywhere. */
export const startedSession = (userId: number): StartedSession => ({
  secret: newSecret(),
  session: {
    kind: "session",
    userId,
    csrfToken: newSecret(),
    passed: [],
    expiresAt: Math.floor(clock.nowMs() / 1000) + sessionSeconds,
  },
});
