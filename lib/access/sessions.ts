import { clock, isStillAhead } from "#lib/clock.ts";
import { idleHours } from "#lib/settings/access.ts";
import type { Session, SessionMemory } from "#lib/site/credential.ts";
import type { User } from "#lib/site/user.ts";
import { noteUse } from "#lib/store/credentials.ts";
import { readListedSessions } from "#lib/store/listed-credentials.ts";
import type { Caller, StoredSession } from "./principal.ts";
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

const hourMs = 3_600_000;

/**
 * The time without a request after which the session of an account ends (contract#unused-sessions); 0: never.
 */
const unusedMs = (): number => idleHours() * hourMs;

/** A use is written once in this time, so that hardly any read writes. */
const notedMs = (): number => unusedMs() / 12;

const lastUseMs = ({ lastUsedAt, expiresAt }: Session): number =>
  lastUsedAt === undefined ? (expiresAt - sessionSeconds) * 1_000 : Date.parse(lastUsedAt);

/** True if nobody has used the session for as long as the settings allow. */
export const isUnused = (session: Session): boolean =>
  unusedMs() > 0 && lastUseMs(session) + unusedMs() <= clock.nowMs();

/** Writes down that the session of an account is used. A failure of that fails nothing. */
export const noteSessionUse = async ({ principal, session: held }: Caller): Promise<void> => {
  if (unusedMs() === 0 || !principal || !held) return;
  if (isStillAhead(lastUseMs(held.session) + notedMs(), notedMs())) return;
  const now = new Date(clock.nowMs()).toISOString();
  await noteUse(held.hash, now, held.session.lastUsedAt).catch(() => {});
};

/** A session as its user sees it. */
export interface OpenSession extends StoredSession {
  readonly startedAt: string;
  /** The browser's `User-Agent` at sign-in; empty if it sent none. */
  readonly client: string;
}

/** The most sessions that one request reads. */
export const maxOpenSessions = 100;

/** The sessions of a user that open something, the newest first, if they began since lists are kept. */
export const openSessionsOf = async (user: User): Promise<OpenSession[]> => {
  const stamp = passwordStamp(user);
  return (await readListedSessions(user.id, maxOpenSessions)).filter(
    ({ session }) => session.passwordStamp === stamp && !isUnused(session),
  );
};

/** The name of a session on pages: the beginning of its hash, which opens nothing. */
export const shownSessionId = ({ hash }: Pick<StoredSession, "hash">): string => hash.slice(0, 16);

/** The session of the signed-in caller that pages name so, if they show it. Two requests. */
export const shownSession = async (
  { principal, session }: Caller,
  id: string,
): Promise<StoredSession | undefined> => {
  const own = principal && session ? await openSessionsOf(principal.user) : [];
  return own.find((each) => shownSessionId(each) === id);
};
