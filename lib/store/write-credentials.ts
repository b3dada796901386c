/** The writes that need the right `credentials:write` (stacks/table-statements.ts). */
import type { Session, SessionMemory, Token } from "#lib/site/credential.ts";
import { absent, all, equal, exists, isNew, type WriteCondition } from "#lib/store/port/condition.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import type { StoredToken } from "./credentials.ts";
import { keys } from "./table.ts";

/** Writes a session, over any other with this hash. */
export const putSession = (hash: string, session: Session): Write => ({
  put: { ...keys.credential(hash), ...session, expires_at: session.expiresAt },
});

/** Writes what a session remembers, unless it has ended or its memory has changed since it was read. */
export const rememberIn = (hash: string, read: SessionMemory, { theme, passed }: SessionMemory): Write => ({
  update: keys.credential(hash),
  changes: { set: { passed, ...(theme !== undefined && { theme }) } },
  if: all(
    exists,
    equal("passed", read.passed),
    read.theme === undefined ? absent("theme") : equal("theme", read.theme),
  ),
});

/** Ends a session, if it has not ended yet. */
export const endSession = (hash: string): Write => ({
  delete: keys.credential(hash),
  if: exists,
});

/** Ends a session, or revokes a token's secret, at once. */
export const deleteCredential = (hash: string): Write => ({
  delete: keys.credential(hash),
});

/** Writes a new token with an unused name and secret, or replaces the one that was read, if unchanged. */
export const putToken = (next: StoredToken, read: StoredToken | undefined): Write[] => {
  const credential: Write = {
    put: { ...keys.credential(next.hash), ...next.token, ...expiryOf(next.token) },
    if: read?.hash === next.hash ? undefined : isNew,
  };
  const entry: Write = {
    put: { ...keys.token(next.token.name), ...next },
    if: read ? asRead(read) : isNew,
  };
  return read && read.hash !== next.hash
    ? [credential, entry, deleteCredential(read.hash)]
    : [credential, entry];
};

/** Counts a token that is made for a user, unless another was since the count was read. */
export const countToken = (userId: number, read: number | undefined): Write => ({
  put: { ...keys.tokenTally(userId), made: (read ?? 0) + 1 },
  if: read === undefined ? isNew : equal("made", read),
});

/** Writes a token that is in no list, and that nobody needs to name. */
export const putUnlistedToken = ({ hash, token }: StoredToken): Write => ({
  put: { ...keys.credential(hash), ...token, ...expiryOf(token) },
  if: isNew,
});

/** Revokes a token at once. */
export const deleteToken = (stored: StoredToken): Write[] => [
  {
    delete: keys.token(stored.token.name),
    if: asRead(stored),
  },
  deleteCredential(stored.hash),
];

/** DynamoDB removes the credential then; that it has expired is checked before. */
const expiryOf = ({ expiresAt }: Token) =>
  expiresAt === undefined ? {} : { expires_at: Math.ceil(Date.parse(expiresAt) / 1000) };

const asRead = ({ hash, token }: StoredToken): WriteCondition =>
  all(equal("hash", hash), equal("token", token));
