import type { MediaKind } from "#lib/media/media.ts";
import type { LogName } from "#lib/pages/change.ts";
import type { ItemKindName, StoredItems } from "./stored-items.ts";

/**
 * The description of the one table. The table of a deployment, on demand and with TTL on `expires_at`
 * (seconds), and that of an engine are made from it; `sqlite/open-table-file.ts` has that of one machine.
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

/** The kind of item at a key; only the compiler knows it. */
declare const ofKind: unique symbol;

/** A key of items of a kind, from `keys`. */
export interface KeyOf<Kind extends ItemKindName> extends Key {
  readonly pk: PartitionOf<Kind>;
  readonly [ofKind]: Kind;
}

/** A partition with items of a kind. */
export type PartitionOf<Kind extends ItemKindName> = string & { readonly [ofKind]: Kind };

/** A key of no known kind of item. */
export interface PlainKey extends Key {
  readonly [ofKind]?: never;
}

/** An item of a kind, as the table has it; of several kinds, one of them. */
export type StoredItem<Kind extends ItemKindName> = Kind extends unknown
  ? StoredItems[Kind] & KeyOf<Kind>
  : never;

const keyOf = <Kind extends ItemKindName>(pk: string, sk: string): KeyOf<Kind> => ({ pk, sk }) as KeyOf<Kind>;

/** The key as one text; no two keys have the same, although both parts may have spaces. */
export const keyText = ({ pk, sk }: Key): string => JSON.stringify([pk, sk]);

/** A number inside a sort key: padded, so that texts sort as numbers. */
export const padded = (value: number): string => String(value).padStart(16, "0");

/** Secrets that are not only hashes. Few functions may read this partition (stacks/table-statements.ts). */
export const secretsPartition = "SECRETS";

/**
 * The partitions of accounts, tokens and sessions; an asterisk stands for any text
 * (stacks/table-statements.ts).
 */
export const credentialPartitions = ["CREDENTIAL#*", "TOKENS", "USERS", "USERNAME#*"];

/** The ones that sign-in does not need: by them, tokens and users are found by name. */
export const namePartitions = ["TOKENS", "USERNAME#*"];

/**
 * The keys of every item kind; each comment says what the item is for, and how it is read. They are methods,
 * because bundles carry the name of any other function twice.
 */
export const keys = {
  /** A page's row. Get; or Query backwards, limit 2: the row and the latest revision at once. */
  page(id: number) {
    return keyOf<"page">(`PAGE#${id}`, "ROW");
  },
  /** Get by number; the newest with the row. */
  revision(pageId: number, revisionId: number) {
    return keyOf<"revision">(`PAGE#${pageId}`, `REV#${padded(revisionId)}`);
  },
  /** The live content. Get, BatchGet. */
  live(pageId: number) {
    return keyOf<"live">(`PAGE#${pageId}`, "LIVE");
  },
  /** The excerpt of a live post. BatchGet. */
  excerpt(pageId: number) {
    return keyOf<"excerpt">(`PAGE#${pageId}`, "EXCERPT");
  },
  /** All preview links of a page. Get; conditional put. */
  previewLinks(pageId: number) {
    return keyOf<"previewLinks">(`PAGE#${pageId}`, "PREVIEWS");
  },
  /** What a user has typed into a page and not saved. Get; conditional put. */
  workingCopy(pageId: number, userId: number) {
    return keyOf<"workingCopy">(`PAGE#${pageId}`, `COPY#${padded(userId)}`);
  },
  /** The fields of one that is beyond 300 KB. BatchGet. No two copies share them. */
  workingCopyPart(pageId: number, userId: number, version: number, index: number) {
    return keyOf<"workingCopyPart">(`PAGE#${pageId}`, `COPY#${padded(userId)}#${padded(version)}#${index}`);
  },
  /** Query above a time: who has typed into which page since. */
  beingEdited(updatedAt: string, pageId: number, userId: number) {
    const time = padded(Date.parse(updatedAt));
    return keyOf<"beingEdited">("EDITING", `${time}#${padded(pageId)}#${padded(userId)}`);
  },
  /** All comments of a page. Get, BatchGet beside live content; Query: training data. */
  comments(pageId: number) {
    return keyOf<"comments">("COMMENTS", `PAGE#${padded(pageId)}`);
  },
  /** Query: which comments of which states pages have. */
  commentPlaces(kind: "decided" | "pending", pageId: number) {
    return keyOf<"commentPlaces">(`PLACES#${kind}`, `PAGE#${padded(pageId)}`);
  },
  /**
   * The mark, sorted behind the places: no page lacks its places, not even one whose comments an earlier
   * version stored.
   */
  commentPlacesMark(kind: "decided" | "pending") {
    return keyOf<"commentPlacesMark">(`PLACES#${kind}`, "READY");
  },
  /** Query, newest first: all that wait for a moderator; Get: one of them. */
  waitingComment(id: number) {
    return keyOf<"waitingComment">("WAITING", padded(id));
  },
  /** Get; ADD with a bound: how many wait. */
  waitingTally() {
    return keyOf<"waitingTally">("WAITING#tally", "ROW");
  },
  /** Get; ADD with a bound: the numbers of those that wait on a page. */
  waitingOnPage(pageId: number) {
    return keyOf<"waitingOnPage">(`PAGE#${pageId}`, "COMMENTS");
  },
  /** Get: what comments are compared with; conditional put. */
  spamModel() {
    return keyOf<"spamModel">("SPAM", "MODEL");
  },
  /** ADD: how many decisions there were, and at which the model learns again. */
  lessons() {
    return keyOf<"lessons">("SPAM", "LESSONS");
  },
  /** Content and comments beyond 300 KB. BatchGet. Revisions of a page and its live content share them. */
  bodyPart(pageId: number, digest: string, index: number) {
    return keyOf<"bodyPart">(`BODY#${pageId}`, `${digest}#${padded(index)}`);
  },
  /** The parts that earlier versions wrote, shared by all pages. BatchGet. */
  formerBodyPart(digest: string, index: number) {
    return keyOf<"formerBodyPart">(`BODY#${digest}`, `PART#${padded(index)}`);
  },
  /** Query, oldest first; `version` is the page's after the change. Saves are in their revisions. */
  audit(pageId: number, version: number, index: number) {
    return keyOf<"audit">(`PAGE#${pageId}`, `LOG#${padded(version)}#${index}`);
  },
  /** Get: a post in the bin; Query: all of them. */
  bin(pageId: number) {
    return keyOf<"bin">("BIN", `PAGE#${padded(pageId)}`);
  },
  /** Get: the comments of a post in the bin. */
  binnedComments(pageId: number) {
    return keyOf<"binnedComments">(`PAGE#${pageId}`, "BIN#COMMENTS");
  },
  /** Who holds a slug. Get; Query: the children of a page. */
  slug(parentId: number, slug: string) {
    return keyOf<"slug">(`PARENT#${parentId}`, `SLUG#${slug}`);
  },
  /** Whose an alias is. BatchGet, also beside slugs. */
  alias(aliasKey: string) {
    return keyOf<"alias">(`ALIAS#${aliasKey}`, "CLAIM");
  },
  /** Query: rebuilding a catalog. */
  listing(id: number) {
    return keyOf<"listing">("LISTINGS", `PAGE#${padded(id)}`);
  },
  /** BatchGet: posts that an index of words lacks; Query: building one. */
  words(id: number) {
    return keyOf<"words">("WORDS", `PAGE#${padded(id)}`);
  },
  /** Query above a number; BatchGet of gaps. There are two logs: see `LogName`. */
  change(number: number, log: LogName) {
    return keyOf<"change">(log, padded(number));
  },
  /** Query up to now: what is due. Milliseconds since the epoch. */
  schedule(publishAt: string, pageId: number) {
    return keyOf<"schedule">("SCHEDULE", `${padded(Date.parse(publishAt))}#${padded(pageId)}`);
  },
  /** ADD, outside of transactions; or raised in one by who has read it (decision 137). Gaps are fine. */
  sequence(name: string) {
    return keyOf<"sequence">("SEQUENCE", name);
  },
  /** BatchGet beside the user: is what this instance holds still true? */
  siteVersion() {
    return keyOf<"siteVersion">("SITE", "VERSION");
  },
  /** Groups, collections, categories, workflows, settings. Query. */
  siteItem(sk: string) {
    return keyOf<"siteItem">("SITE", sk);
  },
  /** Get, BatchGet; Query: export and `lectern user list`. */
  user(id: number) {
    return keyOf<"user">("USERS", `USER#${padded(id)}`);
  },
  /** Get: sign-in; conditional put: names are unique. */
  username(username: string) {
    return keyOf<"username">(`USERNAME#${username}`, "CLAIM");
  },
  /** A token or session by the SHA-256 of its secret. Get. */
  credential(hash: string) {
    return keyOf<"credential">(`CREDENTIAL#${hash}`, "ROW");
  },
  /** Query: a user's sessions in the order in which they end. The partition is one of credentials. */
  sessionEntry(userId: number, expiresAt: number, hash: string) {
    return keyOf<"sessionEntry">(`CREDENTIAL#of-user-${userId}`, `SESSION#${padded(expiresAt)}#${hash}`);
  },
  /** Get, conditional delete: what makes the first account. In a partition of credentials. */
  setup() {
    return keyOf<"setup">("CREDENTIAL#setup", "SETUP");
  },
  /** Get, conditional put: counts tokens of a user that are made at once. In that partition, too. */
  tokenTally(userId: number) {
    return keyOf<"tokenTally">(`CREDENTIAL#of-user-${userId}`, "ISSUED");
  },
  /** A private feed by the SHA-256 of its secret: Get. The partition is one of credentials. */
  feedSecret(digest: string) {
    return keyOf<"feedSecret">(`CREDENTIAL#${digest}`, "FEED");
  },
  /**
   * Query by user: the private feeds of all; conditional put: a person has as many of a podcast as there are
   * slots. In a partition of credentials, too.
   */
  privateFeed(userId: number, podcastId: number, slot: number) {
    return keyOf<"privateFeed">("CREDENTIAL#feeds", `${padded(userId)}#${padded(podcastId)}#${slot}`);
  },
  /** Get: a client of agents that has registered itself; conditional put. */
  agentClient(id: string) {
    return keyOf<"agentClient">(`AGENT#${id}`, "CLIENT");
  },
  /** A code by its SHA-256: Get; conditional put. In a partition of credentials, as are the next two. */
  agentCode(digest: string) {
    return keyOf<"agentCode">(`CREDENTIAL#${digest}`, "CODE");
  },
  /** A grant by the SHA-256 of the key of its refresh tokens: Get, BatchGet; conditional put. */
  agentGrant(digest: string) {
    return keyOf<"agentGrant">(`CREDENTIAL#${digest}`, "GRANT");
  },
  /** Query by user: their grants; Query: the grants of a client. */
  agentGrantEntry(userId: number, digest: string) {
    return keyOf<"agentGrantEntry">("CREDENTIAL#grants", `${padded(userId)}#${digest}`);
  },
  /** Get, BatchGet: what blocks and pages refer to; Query: rebuilding a catalog. */
  media(kind: MediaKind, id: number) {
    return keyOf<"media">(`MEDIA#${kind}`, `ROW#${padded(id)}`);
  },
  /** The media object of a manifest's key. Get, Query; conditional put: keys are unique. */
  mediaKey(kind: MediaKind, key: string) {
    return keyOf<"mediaKey">(`MEDIAKEY#${kind}`, `KEY#${key}`);
  },
  /** Get: a user's own; Query, newest first: all of theirs. */
  upload(userId: number, id: number) {
    return keyOf<"upload">(`UPLOADS#${userId}`, `UPLOAD#${padded(id)}`);
  },
  /** Get, conditional put: uploads of a user that are begun at once are counted. */
  uploadTally(userId: number) {
    return keyOf<"uploadTally">(`UPLOADS#${userId}`, "TALLY");
  },
  /** Query: files of media objects that are gone, or have not come to be. */
  leftoverFiles(kind: MediaKind, id: number, note = "") {
    return keyOf<"leftoverFiles">("LEFTOVERS", `${kind}#${padded(id)}${note && `#${note}`}`);
  },
  /** Query: pages that may have unused parts of bodies, or items left after their deletion. */
  leftoverBodies(pageId: number) {
    return keyOf<"leftoverBodies">("LEFTOVERS#page", `PAGE#${padded(pageId)}`);
  },
  /** Conditional put and delete only: one upload of a user at a time. */
  uploadLock(userId: number) {
    return keyOf<"uploadLock">(`LOCK#upload#${userId}`, "ROW");
  },
  /** What a request with a key did, by the SHA-256 of user and key. Get; conditional put in transactions. */
  receipt(id: string) {
    return keyOf<"receipt">(`RECEIPT#${id}`, "ROW");
  },
  /** Recent guesses and new sessions, by the SHA-256 of their purpose and address. BatchGet. */
  attempts(hash: string) {
    return keyOf<"attempts">(`ATTEMPTS#${hash}`, "ROW");
  },
  /** Query: the episodes whose latest draft has an audio. */
  draftEpisode(audioId: number, pageId: number) {
    return keyOf<"draftEpisode">(`DRAFTS#${audioId}`, `PAGE#${padded(pageId)}`);
  },
  /** The slugs of names that are written alike, `[name, slug]` by first use. BatchGet. */
  tagFamily(family: string) {
    return keyOf<"tagFamily">("TAGS", `FAMILY#${family}`);
  },
  /** Query: all webhooks, how far each is, and who has a name; Get: one of these. */
  webhook(id: number) {
    return keyOf<"webhook">("WEBHOOKS", `WEBHOOK#${padded(id)}`);
  },
  webhookPosition(id: number) {
    return keyOf<"webhookPosition">("WEBHOOKS", `POSITION#${padded(id)}`);
  },
  webhookName(name: string) {
    return keyOf<"webhookName">("WEBHOOKS", `NAME#${name}`);
  },
  /** Get, by the function that signs; the others have no right to read this partition. */
  webhookSecret(id: number) {
    return keyOf<"webhookSecret">(secretsPartition, `WEBHOOK#${padded(id)}`);
  },
  /** Query: what is to be sent to webhooks, and of one of them. */
  waitingDelivery(webhookId: number, id: number) {
    return keyOf<"waitingDelivery">("DELIVERIES", `${padded(webhookId)}#${padded(id)}`);
  },
  /** Query, newest first: what was sent to a webhook, or could not be sent; Get. */
  finishedDelivery(webhookId: number, id: number) {
    return keyOf<"finishedDelivery">(`DELIVERIES#${webhookId}`, padded(id));
  },
  /** ADD with a bound: how often CloudFront was asked to forget its copies in a month, such as `2026-11`. */
  invalidations(month: string) {
    return keyOf<"invalidations">(`INVALIDATIONS#${month}`, "ROW");
  },
  /** Query by day: what was counted on it (decision 083). Only the run that counts writes it. */
  statistics(day: string, run: string, part: number) {
    return keyOf<"statistics">("STATISTICS", `${day}#${run}#${padded(part)}`);
  },
  /** Query: `lectern token list`; the name is unique. */
  token(name: string) {
    return keyOf<"token">("TOKENS", `TOKEN#${name}`);
  },
  /** Get: the backup that this table is filled from, or was; conditional put. */
  restoration() {
    return keyOf<"restoration">("RESTORATION", "ROW");
  },
} as const satisfies { readonly [Kind in ItemKindName]: (...args: never) => KeyOf<Kind> };
