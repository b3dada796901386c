import type { User } from "#lib/site/user.ts";
import { readListedSessions } from "#lib/store/listed-credentials.ts";
import type { Caller, StoredSession } from "./principal.ts";
import { passwordStamp } from "./started-session.ts";
import { isUnused } from "./unused-sessions.ts";

/** A session as its user sees it. */
export interface OpenSession extends StoredSession {
  readonly startedAt: string;
  /** What the browser called itself at sign-in; empty if nothing. */
  readonly client: string;
}

/** As many as one request reads. */
export const maxOpenSessions = 100;

/** The sessions of a user that open something, the newest first, if they began since lists are kept. */
export const openSessionsOf = async (user: User): Promise<OpenSession[]> => {
  const stamp = passwordStamp(user);
  return (await readListedSessions(user.id, maxOpenSessions)).filter(
    ({ session }) => session.passwordStamp === stamp && !isUnused(session),
  );
};

/** How pages name a session: by the beginning of its hash, which opens nothing. */
export const shownSessionId = ({ hash }: Pick<StoredSession, "hash">): string => hash.slice(0, 16);

/** The session of the signed-in caller that pages name so, if they show it. Two requests. */
export const shownSession = async (
  { principal, session }: Caller,
  id: string,
): Promise<StoredSession | undefined> => {
  const own = principal && session ? await openSessionsOf(principal.user) : [];
  return own.find((each) => shownSessionId(each) === id);
};
