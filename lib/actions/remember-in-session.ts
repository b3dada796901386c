import type { HeldSession } from "#lib/access/principal.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { type StartedSession, startedSession } from "#lib/access/started-session.ts";
import type { SessionMemory } from "#lib/site/credential.ts";
import { commitDecision, type Write } from "#lib/store/commit.ts";
import { addToSession, putSession, readCredential } from "#lib/store/credentials.ts";

/**
 * Adds to what the caller's session remembers. Where there is none, or it has ended by then, an anonymous one is started with
 * it, and given. `others` is written together with it. Cost: one request, and one more for a session that there is.
 */
export const rememberInSession = (
  held: HeldSession | null,
  addition: Partial<SessionMemory>,
  others: readonly Write[] = [],
): Promise<StartedSession | undefined> =>
  commitDecision<StartedSession | undefined>(async () => {
    const session = held && (await readCredential(held.hash));
    if (held && session?.kind === "session")
      return { writes: [addToSession(held.hash, session, addition), ...others], value: undefined };
    const started = startedSession(null, { passed: [], ...addition });
    return { writes: [putSession(hashOfSecret(started.secret), started.session), ...others], value: started };
  });
