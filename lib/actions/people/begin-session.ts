import { hashOfSecret } from "#lib/access/secrets.ts";
import type { StartedSession } from "#lib/access/started-session.ts";
import type { User } from "#lib/site/user.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { listSession } from "#lib/store/session-list.ts";
import { putSession } from "#lib/store/write-credentials.ts";

const maxClientLength = 100;

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
