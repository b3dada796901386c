import { requireNewSession } from "#lib/access/new-sessions.ts";
import type { StoredSession } from "#lib/access/principal.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { type StartedSession, startedSession } from "#lib/access/started-session.ts";
import type { Session, SessionMemory } from "#lib/site/credential.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readCredential } from "#lib/store/credentials.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { endSession, putSession, rememberIn } from "#lib/store/write-credentials.ts";

export interface SessionUpdate {
  readonly held: StoredSession | null;
  /** Where the request came from. */
  readonly address: string;
  readonly theme?: string;
  /** The stamp of the password that was entered. */
  readonly passed?: string;
  readonly writes?: readonly Write[];
}

/** The latest ones stay. */
const maxPassed = 50;

/**
 * Adds to the memory of the caller's session. An anonymous session gets a new secret, so that somebody who
 * planted the old one gains nothing. Without a session, one is started. Refuses `rate_limited`.
 */
export const rememberInSession = (update: SessionUpdate): Promise<StartedSession | undefined> =>
  commitDecision<StartedSession | undefined>(async () => {
    const { held, address, writes = [] } = update;
    const found = held && (await readCredential(held.hash));
    const session = found?.kind === "session" ? found : null;
    const memory = memoryWith(session, update);
    if (held && session && session.userId !== null)
      return { writes: [rememberIn(held.hash, session, memory), ...writes], value: undefined };
    const started = startedSession(null, memory);
    const before = held && session ? endSession(held.hash) : await requireNewSession(address);
    return {
      writes: [putSession(hashOfSecret(started.secret), started.session), before, ...writes],
      value: started,
    };
  });

const memoryWith = (session: Session | null, { theme, passed }: SessionUpdate): SessionMemory => {
  const before = session?.passed ?? [];
  const selected = theme ?? session?.theme;
  return {
    passed: passed === undefined || before.includes(passed) ? before : [...before, passed].slice(-maxPassed),
    ...(selected === undefined ? {} : { theme: selected }),
  };
};
