/** The writes that need the right `credentials:write` (stacks/table-statements.ts). */
import { tableName } from "#lib/settings/database.ts";
import type { Session, SessionMemory, Token } from "#lib/site/credential.ts";
import type { StoredToken } from "./credentials.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/** Writes a session, over any other with this hash. */
export const putSession = (hash: string, session: Session): Write => ({
  Put: {
    TableName: tableName(),
    Item: { ...keys.credential(hash), ...session, expires_at: session.expiresAt },
  },
});

/** Writes what a session remembers, unless it has ended or its memory has changed since it was read. */
export const rememberIn = (hash: string, read: SessionMemory, { theme, passed }: SessionMemory): Write => ({
  Update: {
    TableName: tableName(),
    Key: keys.credential(hash),
    ConditionExpression: `attribute_exists(pk) AND passed = :read AND ${
      read.theme === undefined ? "attribute_not_exists(theme)" : "theme = :before"
    }`,
    UpdateExpression: `SET passed = :passed${theme === undefined ? "" : ", theme = :theme"}`,
    ExpressionAttributeValues: {
      ":read": read.passed,
      ":passed": passed,
      ...(read.theme === undefined ? {} : { ":before": read.theme }),
      ...(theme === undefined ? {} : { ":theme": theme }),
    },
  },
});

/** Ends a session, if it has not ended yet. */
export const endSession = (hash: string): Write => ({
  Delete: {
    TableName: tableName(),
    Key: keys.credential(hash),
    ConditionExpression: "attribute_exists(pk)",
  },
});

/** Ends a session, or revokes a token's secret, at once. */
export const deleteCredential = (hash: string): Write => ({
  Delete: { TableName: tableName(), Key: keys.credential(hash) },
});

/** Writes a new token with an unused name and secret, or replaces the one that was read, if unchanged. */
export const putToken = (next: StoredToken, read: StoredToken | undefined): Write[] => {
  const TableName = tableName();
  const credential: Write = {
    Put: {
      TableName,
      Item: { ...keys.credential(next.hash), ...next.token, ...expiryOf(next.token) },
      ...(read?.hash === next.hash ? {} : { ConditionExpression: "attribute_not_exists(pk)" }),
    },
  };
  const entry: Write = {
    Put: {
      TableName,
      Item: { ...keys.token(next.token.name), ...next },
      ...(read ? asRead(read) : { ConditionExpression: "attribute_not_exists(pk)" }),
    },
  };
  return read && read.hash !== next.hash
    ? [credential, entry, deleteCredential(read.hash)]
    : [credential, entry];
};

/** Counts a token that is made for a user, unless another was since the count was read. */
export const countToken = (userId: number, read: number | undefined): Write => ({
  Put: {
    TableName: tableName(),
    Item: { ...keys.tokenTally(userId), made: (read ?? 0) + 1 },
    ...(read === undefined
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : { ConditionExpression: "made = :read", ExpressionAttributeValues: { ":read": read } }),
  },
});

/** Writes a token that is in no list, and that nobody needs to name. */
export const putUnlistedToken = ({ hash, token }: StoredToken): Write => ({
  Put: {
    TableName: tableName(),
    Item: { ...keys.credential(hash), ...token, ...expiryOf(token) },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** Revokes a token at once. */
export const deleteToken = (stored: StoredToken): Write[] => [
  {
    Delete: { TableName: tableName(), Key: keys.token(stored.token.name), ...asRead(stored) },
  },
  deleteCredential(stored.hash),
];

/** DynamoDB removes the credential then; that it has expired is checked before. */
const expiryOf = ({ expiresAt }: Token) =>
  expiresAt === undefined ? {} : { expires_at: Math.ceil(Date.parse(expiresAt) / 1000) };

const asRead = ({ hash, token }: StoredToken) => ({
  ConditionExpression: "#hash = :hash AND #token = :token",
  ExpressionAttributeNames: { "#hash": "hash", "#token": "token" },
  ExpressionAttributeValues: { ":hash": hash, ":token": token },
});
