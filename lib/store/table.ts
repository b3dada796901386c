import type { MediaKind } from "#lib/media/media.ts";
import type { LogName } from "#lib/pages/change.ts";

/**
 * The one table. A deployment's, on demand and with TTL on `expires_at` (seconds), and that of an engine are
 * made from this description; `sqlite/schema.ts` has that of one machine.
 */
export const tableDescription = {
  partitionKey: "pk",
  sortKey: "sk",
  expiry: "expires_at",
} as const;

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The key as one text; no two keys have the same, although both parts may have spaces. */
export const keyText = ({ pk, sk }: Key): string => JSON.stringify([pk, sk]);

/** A number inside a sort key: padded, so that texts sort as numbers. */
export const padded = (value: number): string => String(value).padStart(16, "0");

/** Secrets that are not only hashes. Few functions may read this partition (stacks/table-statements.ts). */
export const secretsPartition = "SECRETS";

/** Of accounts, tokens and sessions; an asterisk stands for any text (stacks/table-statements.ts). */
export const credentialPartitions = ["CREDENTIAL#*", "TOKENS", "USERS", "USERNAME#*"];

/** Those of them that nobody needs who signs in a caller: they find tokens and users by name. */
export const namePartitions = ["TOKENS", "USERNAME#*"];

/** The keys of every item kind; each comment says what the item is for, and how it is read. */
export const keys = {
  /** A page's row. Get; or Query backwards, limit 2: the row and the latest revision at once. */
  page: (id: number): Key => ({ pk: `PAGE#${id}`, sk: "ROW" }),
  /** Get by number; the newest with the row. */
  revision: (pageId: number, revisionId: number): Key => ({
    pk: `PAGE#${pageId}`,
    sk: `REV#${padded(revisionId)}`,
  }),
  /** What the public reads. Get, BatchGet. */
  live: (pageId: number): Key => ({ pk: `PAGE#${pageId}`, sk: "LIVE" }),
  /** What lists show of a live post. BatchGet. */
  excerpt: (pageId: number): Key => ({ pk: `PAGE#${pageId}`, sk: "EXCERPT" }),
  /** All preview links of a page. Get; conditional put. */
  previewLinks: (pageId: number): Key => ({ pk: `PAGE#${pageId}`, sk: "PREVIEWS" }),
  /** All of a page's. Get, BatchGet beside live content; Query: training data. */
  comments: (pageId: number): Key => ({ pk: "COMMENTS", sk: `PAGE#${padded(pageId)}` }),
  /** Query: which comments of which states pages have. */
  commentPlaces: (kind: "decided" | "pending", pageId: number): Key => ({
    pk: `PLACES#${kind}`,
    sk: `PAGE#${padded(pageId)}`,
  }),
  /** Sorted behind these: no page lacks its places, not even one whose comments an earlier version stored. */
  commentPlacesMark: (kind: "decided" | "pending"): Key => ({ pk: `PLACES#${kind}`, sk: "READY" }),
  /** Query, newest first: all that wait for a moderator; Get: one of them. */
  waitingComment: (id: number): Key => ({ pk: "WAITING", sk: padded(id) }),
  /** Get; ADD with a bound: how many wait. */
  waitingTally: (): Key => ({ pk: "WAITING#tally", sk: "ROW" }),
  /** Get; ADD with a bound: the numbers of those that wait on a page. */
  waitingOnPage: (pageId: number): Key => ({ pk: `PAGE#${pageId}`, sk: "COMMENTS" }),
  /** Get: what comments are compared with; conditional put. */
  spamModel: (): Key => ({ pk: "SPAM", sk: "MODEL" }),
  /** ADD: how many decisions there were, and at which the model learns again. */
  lessons: (): Key => ({ pk: "SPAM", sk: "LESSONS" }),
  /** Content and comments beyond 300 KB. BatchGet. Revisions of a page and its live content share them. */
  bodyPart: (pageId: number, digest: string, index: number): Key => ({
    pk: `BODY#${pageId}`,
    sk: `${digest}#${padded(index)}`,
  }),
  /** The same as earlier versions wrote it, shared by all pages. BatchGet. */
  formerBodyPart: (digest: string, index: number): Key => ({
    pk: `BODY#${digest}`,
    sk: `PART#${padded(index)}`,
  }),
  /** Query, oldest first; `version` is the page's after the change. Saves are in their revisions. */
  audit: (pageId: number, version: number, index: number): Key => ({
    pk: `PAGE#${pageId}`,
    sk: `LOG#${padded(version)}#${index}`,
  }),
  /** Get: a post in the bin; Query: all of them. */
  bin: (pageId: number): Key => ({ pk: "BIN", sk: `PAGE#${padded(pageId)}` }),
  /** Get: the comments of a post in the bin. */
  binnedComments: (pageId: number): Key => ({ pk: `PAGE#${pageId}`, sk: "BIN#COMMENTS" }),
  /** Who holds a slug. Get; Query: the children of a page. */
  slug: (parentId: number, slug: string): Key => ({ pk: `PARENT#${parentId}`, sk: `SLUG#${slug}` }),
  /** Whose an alias is. BatchGet, also beside slugs. */
  alias: (aliasKey: string): Key => ({ pk: `ALIAS#${aliasKey}`, sk: "CLAIM" }),
  /** Query: rebuilding a catalog. */
  listing: (id: number): Key => ({ pk: "LISTINGS", sk: `PAGE#${padded(id)}` }),
  /** BatchGet: posts that an index of words lacks; Query: building one. */
  words: (id: number): Key => ({ pk: "WORDS", sk: `PAGE#${padded(id)}` }),
  /** Query above a number; BatchGet of gaps. There are two logs: see `LogName`. */
  change: (number: number, log: LogName): Key => ({ pk: log, sk: padded(number) }),
  /** Query up to now: what is due. Milliseconds since the epoch. */
  schedule: (publishAt: string, pageId: number): Key => ({
    pk: "SCHEDULE",
    sk: `${padded(Date.parse(publishAt))}#${padded(pageId)}`,
  }),
  /** ADD, outside of transactions; or raised in one by who has read it (decision 095). Gaps are fine. */
  sequence: (name: string): Key => ({ pk: "SEQUENCE", sk: name }),
  /** BatchGet beside the user: is what this instance holds still true? */
  siteVersion: (): Key => ({ pk: "SITE", sk: "VERSION" }),
  /** Groups, collections, categories, workflows, settings. Query. */
  siteItem: (sk: string): Key => ({ pk: "SITE", sk }),
  /** Get, BatchGet; Query: export and `lectern user list`. */
  user: (id: number): Key => ({ pk: "USERS", sk: `USER#${padded(id)}` }),
  /** Get: sign-in; conditional put: names are unique. */
  username: (username: string): Key => ({ pk: `USERNAME#${username}`, sk: "CLAIM" }),
  /** A token or session by the SHA-256 of its secret. Get. */
  credential: (hash: string): Key => ({ pk: `CREDENTIAL#${hash}`, sk: "ROW" }),
  /** Query: a user's sessions in the order in which they end. In a partition of credentials, like these. */
  sessionEntry: (userId: number, expiresAt: number, hash: string): Key => ({
    pk: `CREDENTIAL#of-user-${userId}`,
    sk: `SESSION#${padded(expiresAt)}#${hash}`,
  }),
  /** Get, conditional put: tokens of a user that are made at once are counted. In that partition, too. */
  tokenTally: (userId: number): Key => ({ pk: `CREDENTIAL#of-user-${userId}`, sk: "ISSUED" }),
  /** Get, BatchGet: what blocks and pages refer to; Query: rebuilding a catalog. */
  media: (kind: MediaKind, id: number): Key => ({ pk: `MEDIA#${kind}`, sk: `ROW#${padded(id)}` }),
  /** What a manifest's names stand for. Get, Query; conditional put: they are unique. */
  mediaKey: (kind: MediaKind, key: string): Key => ({ pk: `MEDIAKEY#${kind}`, sk: `KEY#${key}` }),
  /** Get: a user's own; Query, newest first: all of theirs. */
  upload: (userId: number, id: number): Key => ({ pk: `UPLOADS#${userId}`, sk: `UPLOAD#${padded(id)}` }),
  /** Get, conditional put: uploads of a user that are begun at once are counted. */
  uploadTally: (userId: number): Key => ({ pk: `UPLOADS#${userId}`, sk: "TALLY" }),
  /** Query: files of media objects that are gone, or have not come to be. */
  leftoverFiles: (kind: MediaKind, id: number, note = ""): Key => ({
    pk: "LEFTOVERS",
    sk: `${kind}#${padded(id)}${note && `#${note}`}`,
  }),
  /** Query: pages of whose bodies parts may be left over, or more of a page that is gone. */
  leftoverBodies: (pageId: number): Key => ({ pk: "LEFTOVERS#page", sk: `PAGE#${padded(pageId)}` }),
  /** Conditional put and delete only: one upload of a user at a time. */
  uploadLock: (userId: number): Key => ({ pk: `LOCK#upload#${userId}`, sk: "ROW" }),
  /** What a request with a key did, by the SHA-256 of user and key. Get; conditional put in transactions. */
  receipt: (id: string): Key => ({ pk: `RECEIPT#${id}`, sk: "ROW" }),
  /** Recent guesses and new sessions, by the SHA-256 of their purpose and address. BatchGet. */
  attempts: (hash: string): Key => ({ pk: `ATTEMPTS#${hash}`, sk: "ROW" }),
  /** Query: the episodes whose latest draft has an audio. */
  draftEpisode: (audioId: number, pageId: number): Key => ({
    pk: `DRAFTS#${audioId}`,
    sk: `PAGE#${padded(pageId)}`,
  }),
  /** The slugs of names that are written alike, `[name, slug]` by first use. BatchGet. */
  tagFamily: (family: string): Key => ({ pk: "TAGS", sk: `FAMILY#${family}` }),
  /** Query: all webhooks, how far each is, and who has a name; Get: one of these. */
  webhook: (id: number): Key => ({ pk: "WEBHOOKS", sk: `WEBHOOK#${padded(id)}` }),
  webhookPosition: (id: number): Key => ({ pk: "WEBHOOKS", sk: `POSITION#${padded(id)}` }),
  webhookName: (name: string): Key => ({ pk: "WEBHOOKS", sk: `NAME#${name}` }),
  /** Get, by the function that signs; the others have no right to read this partition. */
  webhookSecret: (id: number): Key => ({ pk: secretsPartition, sk: `WEBHOOK#${padded(id)}` }),
  /** Query: what is to be sent to webhooks, and of one of them. */
  waitingDelivery: (webhookId: number, id: number): Key => ({
    pk: "DELIVERIES",
    sk: `${padded(webhookId)}#${padded(id)}`,
  }),
  /** Query, newest first: what was sent to a webhook, or could not be sent; Get. */
  finishedDelivery: (webhookId: number, id: number): Key => ({
    pk: `DELIVERIES#${webhookId}`,
    sk: padded(id),
  }),
  /** ADD with a bound: how often CloudFront was asked to forget its copies in a month, such as `2026-11`. */
  invalidations: (month: string): Key => ({ pk: `INVALIDATIONS#${month}`, sk: "ROW" }),
  /** Query by day: what was counted on it (decision 083). Only the run that counts writes it. */
  statistics: (day: string, run: string, part: number): Key => ({
    pk: "STATISTICS",
    sk: `${day}#${run}#${padded(part)}`,
  }),
  /** Query: `lectern token list`; the name is unique. */
  token: (name: string): Key => ({ pk: "TOKENS", sk: `TOKEN#${name}` }),
  /** Get: the backup that this table is filled from, or was; conditional put. */
  restoration: (): Key => ({ pk: "RESTORATION", sk: "ROW" }),
} as const;
