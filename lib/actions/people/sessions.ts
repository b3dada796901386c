import { requireNewSession } from "#lib/access/pauses.ts";
import type { StoredSession } from "#lib/access/principal.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { type StartedSession, startedSession } from "#lib/access/sessions.ts";
import { maxClientLength, type Session, type SessionMemory } from "#lib/site/credential.ts";
import type { User } from "#lib/site/user.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readCredential } from "#lib/store/credentials.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { readUserAndSiteVersion } from "#lib/store/users.ts";
import {
  deleteCredential,
  endSession,
  listSession,
  putSession,
  rememberIn,
  unlistSession,
} from "#lib/store/write-credentials.ts";
import { putUserRow } from "#lib/store/write-users.ts";

/** The writes that begin a user's session and list it. `client` is what the browser calls itself. */
export const sessionBeginning = (
  { id }: Pick<User, "id">,
  { secret, session }: StartedSession,
  client: string,
): Write[] => {
  const hash = hashOfSecret(secret);
  const shown = [...client].slice(0, maxClientLength).join("");
  return [putSession(hash, session), listSession(id, { hash, expiresAt: session.expiresAt, client: shown })];
};

export interface SessionUpdate {
  readonly held: StoredSession | null;
  /** The address that the request came from. */
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

/** The writes that end a session, and take it off its user's list. */
export const sessionEnd = ({ hash, session: { userId, expiresAt } }: StoredSession): Write[] => [
  deleteCredential(hash),
  ...(userId === null ? [] : [unlistSession(userId, { hash, expiresAt })]),
];

export const signOut = (session: StoredSession): Promise<void> =>
  commitDecision(async () => ({ writes: sessionEnd(session), value: undefined }));

/** Ends all sessions of a user at once, also those that no list has. Cost: two requests. */
export const signOutEverywhere = (userId: number): Promise<void> =>
  commitDecision(async () => {
    const { user } = await readUserAndSiteVersion(userId);
    if (!user) return { writes: [], value: undefined };
    const next = { ...user, signOuts: (user.signOuts ?? 0) + 1, version: user.version + 1 };
    return { writes: putUserRow(next, user.version), value: undefined };
  });
