import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { clock } from "#lib/clock.ts";
import { tableName } from "#lib/settings/database.ts";
import type { Session, SessionMemory, Token } from "#lib/site/credential.ts";
import { database, getItem, getItems, type Item, queryItems } from "./client.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

type StoredCredential = Session | (Token & { readonly lastUsedAt?: string });

/** The unexpired credential with this hash (TTL removes late, the local engine never). One request. */
export const readCredential = async (hash: string): Promise<StoredCredential | undefined> => {
  const item = await getItem(keys.credential(hash));
  if (!item) return undefined;
  const { pk, sk, expires_at, ...credential } = item;
  if (typeof expires_at === "number" && expires_at * 1000 <= clock.nowMs()) return undefined;
  return credential as unknown as StoredCredential;
};

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

export interface StoredToken {
  readonly token: Token;
  readonly hash: string;
}

/** A token's id, made of the hash of its secret: a token with a new secret is another one. */
export const tokenId = (hash: string): number => Number.parseInt(hash.slice(0, 12), 16);

const storedTokenOf = (item: Item): StoredToken => ({
  token: item.token as Token,
  hash: item.hash as string,
});

/** The token of that name. One request. */
export const readToken = async (name: string): Promise<StoredToken | undefined> => {
  const item = await getItem(keys.token(name));
  return item && storedTokenOf(item);
};

/** Every token, by name. */
export const readTokens = async (): Promise<StoredToken[]> =>
  (await queryItems({ pk: "TOKENS" })).map(storedTokenOf);

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

/** Writes a token that is in no list, and that nobody needs to name. */
export const putUnlistedToken = ({ hash, token }: StoredToken): Write => ({
  Put: {
    TableName: tableName(),
    Item: { ...keys.credential(hash), ...token, ...expiryOf(token) },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** DynamoDB removes the credential then; that it has expired is checked before. */
const expiryOf = ({ expiresAt }: Token) =>
  expiresAt === undefined ? {} : { expires_at: Math.ceil(Date.parse(expiresAt) / 1000) };

/** Writes that a token was used, unless it was revoked or another request has written that. One request. */
export const noteUse = async (hash: string, now: string, before: string | undefined): Promise<void> => {
  const unchanged = before === undefined ? "attribute_not_exists(lastUsedAt)" : "lastUsedAt = :before";
  await database().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.credential(hash),
      UpdateExpression: "SET lastUsedAt = :now",
      ConditionExpression: `attribute_exists(pk) AND ${unchanged}`,
      ExpressionAttributeValues: { ":now": now, ...(before === undefined ? {} : { ":before": before }) },
    }),
  );
};

/** When tokens were last used, by the hashes of their secrets; null for never. One request for 100. */
export const readLastUses = async (
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const items = await getItems(hashes.map(keys.credential));
  return new Map(
    hashes.map((hash, index) => [hash, (items[index]?.lastUsedAt as string | undefined) ?? null]),
  );
};

/** Revokes a token at once. */
export const deleteToken = (stored: StoredToken): Write[] => [
  {
    Delete: { TableName: tableName(), Key: keys.token(stored.token.name), ...asRead(stored) },
  },
  deleteCredential(stored.hash),
];

const asRead = ({ hash, token }: StoredToken) => ({
  ConditionExpression: "#hash = :hash AND #token = :token",
  ExpressionAttributeNames: { "#hash": "hash", "#token": "token" },
  ExpressionAttributeValues: { ":hash": hash, ":token": token },
});
