import { hashOfSecret } from "#lib/access/secrets.ts";
import { startedSession } from "#lib/access/sessions.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { putSession } from "#lib/store/write-credentials.ts";

/** The cookies of a new session of the user. */
export const cookiesOf = async (username: string): Promise<string> => {
  const user = await readUserByName(username);
  if (!user) throw new Error(`There is no user ${username}.`);
  const { secret, session } = startedSession(user);
  await commitDecision(async () => ({
    writes: [putSession(hashOfSecret(secret), session)],
    value: undefined,
  }));
  return `sessionid=${secret}; csrftoken=${session.csrfToken}`;
};

/** Headers of a request of that session which may change something. */
export const sessionHeadersOf = async (username: string): Promise<Record<string, string>> => {
  const cookie = await cookiesOf(username);
  return { cookie, "x-csrftoken": cookie.split("csrftoken=")[1]! };
};
