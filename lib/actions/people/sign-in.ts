import { tryPassword } from "#lib/access/guessing.ts";
import { hashPassword } from "#lib/access/passwords.ts";
import type { StoredSession } from "#lib/access/principal.ts";
import { type StartedSession, startedSession } from "#lib/access/sessions.ts";
import { settledInOrder } from "#lib/settled.ts";
import type { SessionMemory } from "#lib/site/credential.ts";
import type { User } from "#lib/site/user.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/items.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readUserAndSiteVersion } from "#lib/store/users.ts";
import { putUserRow } from "#lib/store/write-users.ts";
import { sessionBeginning, sessionEnd } from "./sessions.ts";

export interface SignInRequest {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  /** The browser's `User-Agent`. */
  readonly client: string;
  /** The browser's session so far. */
  readonly before: StoredSession | null;
}

/** A wrong name, a wrong password and an inactive user start no session; `userExists` is for the log. */
export interface SignInOutcome {
  readonly started: StartedSession | undefined;
  readonly userExists: boolean;
}

/**
 * Starts a session in place of the browser's old one, and takes about as long for wrong credentials. It takes
 * over what the old session remembers, if that was anonymous or the user's own. Refuses `rate_limited` and
 * `busy` as `tryPassword` does. Cost: four requests, at most three in sequence.
 */
export const signIn = async ({
  username,
  password,
  address,
  client,
  before,
}: SignInRequest): Promise<SignInOutcome> => {
  const guess = { secret: `account ${username}`, address, password };
  const [user, forgiven] = await settledInOrder(
    inOneRead(() => {
      const reading = readUserByName(username);
      return [reading, tryPassword(guess, async () => (await reading)?.passwordHash ?? null)];
    }),
  );
  if (!user?.active || !forgiven) return { started: undefined, userExists: user !== undefined };
  const started = startedSession(user, memoryFor(user, before));
  const ended = before ? sessionEnd(before) : [];
  await commitDecision(async () => ({
    writes: [...sessionBeginning(user, started, client), ...ended, ...forgiven],
    value: undefined,
  }));
  return { started, userExists: true };
};

const memoryFor = (user: User, before: StoredSession | null): SessionMemory => {
  if (!before || ![null, user.id].includes(before.session.userId)) return { passed: [] };
  const { passed, theme } = before.session;
  return { passed, ...(theme === undefined ? {} : { theme }) };
};

export interface PasswordChange {
  readonly user: User;
  /** The session in which the user changes it. */
  readonly session: StoredSession;
  readonly address: string;
  /** The browser's `User-Agent`. */
  readonly client: string;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Changes a user's own password, which ends all their sessions, and starts a new one. Undefined if the
 * current password is wrong. Refuses as `tryPassword` does. Cost: three requests.
 */
export const changeOwnPassword = async (change: PasswordChange): Promise<StartedSession | undefined> => {
  const { user, session, address, client, currentPassword, newPassword } = change;
  const guess = { secret: `account ${user.username}`, address, password: currentPassword };
  const forgiven = await tryPassword(guess, async () => user.passwordHash);
  if (!forgiven) return undefined;
  const passwordHash = await hashPassword(newPassword);
  let known: User | undefined = user;
  return commitDecision<StartedSession | undefined>(async () => {
    const current = known ?? (await readUserAndSiteVersion(user.id)).user;
    known = undefined;
    if (!current?.active || current.passwordHash !== user.passwordHash)
      return { writes: [], value: undefined };
    const next: User = { ...current, passwordHash, version: current.version + 1 };
    const { passed, theme } = session.session;
    const started = startedSession(next, { passed, ...(theme === undefined ? {} : { theme }) });
    const writes = [
      ...putUserRow(next, current.version),
      ...sessionBeginning(next, started, client),
      ...sessionEnd(session),
      ...forgiven,
    ];
    return { writes, value: started };
  });
};
