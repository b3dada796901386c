import { tryPassword } from "#lib/access/guessing.ts";
import type { StoredSession } from "#lib/access/principal.ts";
import { type StartedSession, startedSession } from "#lib/access/sessions.ts";
import { settledInOrder } from "#lib/settled.ts";
import type { SessionMemory } from "#lib/site/credential.ts";
import type { User } from "#lib/site/user.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/items.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
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
