import { clock } from "#lib/clock.ts";
import type { Session, SessionMemory, StoredToken } from "#lib/site/credential.ts";
import type { PrivateFeed } from "#lib/site/private-feed.ts";
import {
  absent,
  all,
  equal,
  exists,
  isNew,
  type Write,
  type WriteCondition,
} from "#lib/store/port/table-store.ts";
import { putItem, updateItem } from "./items.ts";
import { keys } from "./table.ts";

/** The writes that need the right `credentials:write` (stacks/table-statements.ts). */

/** Writes a session, over any other with this hash. */
export const putSession = (hash: string, session: Session): Write =>
  putItem(keys.credential(hash), { ...session, expires_at: session.expiresAt });

/** Writes a session's memory, unless it has ended or its memory has changed since it was read. */
export const rememberIn = (hash: string, read: SessionMemory, { theme, passed }: SessionMemory): Write =>
  updateItem(
    keys.credential(hash),
    { set: { passed, ...(theme !== undefined && { theme }) } },
    all(
      exists,
      equal("passed", read.passed),
      read.theme === undefined ? absent("theme") : equal("theme", read.theme),
    ),
  );

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
  const credential = putCredential(next, read?.hash === next.hash ? undefined : isNew);
  const entry = putItem(keys.token(next.token.name), next, read ? asRead(read) : isNew);
  return read && read.hash !== next.hash
    ? [credential, entry, deleteCredential(read.hash)]
    : [credential, entry];
};

/** Counts a token that is made for a user, unless another was since the count was read. */
export const countToken = (userId: number, read: number | undefined): Write =>
  putItem(
    keys.tokenTally(userId),
    { made: (read ?? 0) + 1 },
    read === undefined ? isNew : equal("made", read),
  );

/** Writes a token that is in no list, because nobody needs its name. */
export const putUnlistedToken = (stored: StoredToken): Write => putCredential(stored, isNew);

/** Writes a credential. DynamoDB removes it after it has expired; readers check that. */
const putCredential = ({ hash, token }: StoredToken, condition?: WriteCondition): Write =>
  putItem(
    keys.credential(hash),
    {
      ...token,
      ...(token.expiresAt !== undefined && { expires_at: Math.ceil(Date.parse(token.expiresAt) / 1000) }),
    },
    condition,
  );

/** Revokes a token at once. */
export const deleteToken = (stored: StoredToken): Write[] => [
  {
    delete: keys.token(stored.token.name),
    if: asRead(stored),
  },
  deleteCredential(stored.hash),
];

const asRead = ({ hash, token }: StoredToken): WriteCondition =>
  all(equal("hash", hash), equal("token", token));

interface ListEntry {
  readonly hash: string;
  readonly expiresAt: number;
  /** What the browser called itself. */
  readonly client: string;
}

/** Writes a session into its user's list. A function with the right `credentials:write` may send it. */
export const listSession = (userId: number, { hash, expiresAt, client }: ListEntry): Write =>
  putItem(keys.sessionEntry(userId, expiresAt, hash), {
    ...{ hash, startedAt: clock.now(), client, expires_at: expiresAt },
  });

/** Takes a session off the list. */
export const unlistSession = (userId: number, { hash, expiresAt }: Omit<ListEntry, "client">): Write => ({
  delete: keys.sessionEntry(userId, expiresAt, hash),
});

/** Writes a new feed, if its slot is free. */
export const putPrivateFeed = (feed: PrivateFeed): Write[] => {
  const { userId, podcastId, slot, digest } = feed;
  return [
    putItem(keys.privateFeed(userId, podcastId, slot), feed, isNew),
    putItem(keys.feedSecret(digest), { userId, podcastId }, isNew),
  ];
};

/** Ends a feed, unless another one has its slot by now. */
export const removePrivateFeed = ({ userId, podcastId, slot, digest }: PrivateFeed): Write[] => [
  { delete: keys.privateFeed(userId, podcastId, slot), if: equal("digest", digest) },
  { delete: keys.feedSecret(digest) },
];
