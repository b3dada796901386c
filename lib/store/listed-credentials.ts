/** Reads that need the right `credentials:read` (stacks/table-statements.ts). */
import type { AgentGrant } from "#lib/site/agent-grant.ts";
import type { Session, StoredToken } from "#lib/site/credential.ts";
import type { PrivateFeed } from "#lib/site/private-feed.ts";
import type { User } from "#lib/site/user.ts";
import { grantOf } from "./agent-grants.ts";
import { credentialIn } from "./credentials.ts";
import { getItem, getItems, queryItems, queryPages } from "./items.ts";
import { keys, padded } from "./table.ts";
import { userOf } from "./users.ts";

const storedTokenOf = ({ token, hash }: StoredToken): StoredToken => ({ token, hash });

/** The token of that name. One request. */
export const readToken = async (name: string): Promise<StoredToken | undefined> => {
  const item = await getItem(keys.token(name));
  return item && storedTokenOf(item);
};

/** Every token, by name. */
export const readTokens = async (): Promise<StoredToken[]> =>
  (await queryItems({ pk: keys.token("").pk })).map(storedTokenOf);

/** The number of tokens that were ever made for the user; undefined for none. One request. */
export const readTokenTally = async (userId: number): Promise<number | undefined> =>
  (await getItem(keys.tokenTally(userId)))?.made;

/** The id of the user with this name. One request. */
export const readUserId = async (username: string): Promise<number | undefined> =>
  (await getItem(keys.username(username)))?.userId;

/** The user with this name. Always two requests, so that the time does not tell whether the name exists. */
export const readUserByName = async (username: string): Promise<User | undefined> => {
  const item = await getItem(keys.user((await readUserId(username)) ?? 0));
  return item && userOf(item);
};

export const readUsers = async (): Promise<User[]> => (await queryItems({ pk: keys.user(0).pk })).map(userOf);

/** True if anybody has an account. One request. */
export const hasAccounts = async (): Promise<boolean> =>
  (await queryItems({ pk: keys.user(0).pk, limit: 1 })).length > 0;

/** A session of a user, as the user's list has it. */
interface ListedSession {
  readonly hash: string;
  readonly startedAt: string;
  readonly client: string;
  readonly session: Session;
}

/** The user's newest listed sessions, the newest first, without those that have expired. Two requests. */
export const readListedSessions = async (userId: number, limit: number): Promise<ListedSession[]> => {
  const { pk } = keys.sessionEntry(userId, 0, "");
  const entries = await queryItems({ pk, prefix: "SESSION#", backwards: true, limit });
  const stored = await getItems(entries.map(({ hash }) => keys.credential(hash)));
  return entries.flatMap(({ hash, startedAt, client }, index): ListedSession[] => {
    const session = credentialIn(stored[index]);
    if (session?.kind !== "session") return [];
    return [{ hash, startedAt, client, session }];
  });
};

/** The private feeds of users, by user. One request per megabyte of those from the first user on. */
export const readFeedsOfUsers = async (userIds: readonly number[]): Promise<PrivateFeed[]> => {
  if (userIds.length === 0) return [];
  const [first, last] = [Math.min(...userIds), Math.max(...userIds)];
  const found: PrivateFeed[] = [];
  const { pk } = keys.privateFeed(0, 0, 0);
  for await (const { items } of queryPages({ pk, after: padded(first) })) {
    found.push(...items.filter(({ userId }) => userIds.includes(userId)));
    if (items.some(({ userId }) => userId > last)) break;
  }
  return found;
};

/** The private feeds of a user, by podcast, then by slot. One request. */
export const readPrivateFeeds = async (userId: number): Promise<PrivateFeed[]> =>
  queryItems({ pk: keys.privateFeed(0, 0, 0).pk, prefix: `${padded(userId)}#` });

/** The grants of a user that have not expired. Two requests. */
export const readGrantsOf = async (userId: number): Promise<AgentGrant[]> => {
  const { pk } = keys.agentGrantEntry(userId, "");
  const entries = await queryItems({ pk, prefix: `${padded(userId)}#` });
  const found = await getItems(entries.map(({ digest }) => keys.agentGrant(digest)));
  return found.flatMap((item) => grantOf(item) ?? []);
};

/** When the last grant of a client expires, but for one of them, in seconds; undefined without others. */
export const readLastExpiry = async (clientId: string, but: string): Promise<number | undefined> => {
  const entries = await queryItems({ pk: keys.agentGrantEntry(0, "").pk });
  const others = entries.filter((entry) => entry.clientId === clientId && entry.digest !== but);
  return others.length === 0 ? undefined : Math.max(...others.map(({ expires_at }) => expires_at));
};
