import type { MediaKind } from "#lib/media/media.ts";

/**
 * The design of the one DynamoDB table: on demand, partition key `pk`, sort key `sk`, TTL on `expires_at`
 * (seconds).
 * Item kinds, their keys, and who reads them:
 *
 * | item            | pk                | sk           | read by                                                                   |
 * | --------------- | ----------------- | ------------ | ------------------------------------------------------------------------- |
 * | page row        | `PAGE#id`         | `ROW`        | Get; or Query backwards, limit 2: the row and the latest revision at once |
 * | revision        | `PAGE#id`         | `REV#n`      | Get by number; the newest with the row                                    |
 * | live content    | `PAGE#id`         | `LIVE`       | Get, BatchGet: what the public reads                                      |
 * | part of a body  | `BODY#id`         | `digest#k`   | BatchGet: content beyond 300 KB, shared by revisions of page id and its live content; comments beyond it |
 * | former part     | `BODY#digest`     | `PART#k`     | BatchGet: the same as earlier versions wrote it, shared by all pages       |
 * | comments        | `COMMENTS`        | `PAGE#id`    | Get, BatchGet beside live content: all of a page's; Query: training data  |
 * | comment places  | `PLACES#kind`     | `PAGE#id`    | Query: which comments of which states pages have; kinds `decided` and `pending` |
 * | waiting comment | `WAITING`         | `n`          | Query, newest first: all of visitors that wait for a moderator; Get: one of them |
 * | waiting tally   | `WAITING#tally`   | `ROW`        | Get; ADD with a bound: how many wait                                      |
 * | waiting on page | `PAGE#id`         | `COMMENTS`   | Get; ADD with a bound: the numbers of those that wait on a page           |
 * | spam model      | `SPAM`            | `MODEL`      | Get: what comments are compared with; conditional put                     |
 * | lessons         | `SPAM`            | `LESSONS`    | ADD: how many decisions there were, and at which the model learns again   |
 * | audit entry     | `PAGE#id`         | `LOG#v#k`    | Query, oldest first; v is the page's version after the change             |
 * | slug claim      | `PARENT#id`       | `SLUG#slug`  | Get: lookup, and who holds a slug; Query: the children of a page          |
 * | listing         | `LISTINGS`        | `PAGE#id`    | Query: rebuilding a catalog                                               |
 * | words           | `WORDS`           | `PAGE#id`    | BatchGet: posts that an index of words lacks; Query: building one         |
 * | change          | `CHANGES`         | `n`          | Query above a number; BatchGet of gaps                                    |
 * | schedule        | `SCHEDULE`        | `time#page`  | Query up to now: what is due; time in milliseconds since the epoch        |
 * | sequence        | `SEQUENCE`        | name         | ADD, outside transactions; gaps are fine                                  |
 * | site version    | `SITE`            | `VERSION`    | BatchGet beside the user: is what this instance holds still true?         |
 * | site data       | `SITE`            | `GROUP#id` … | Query: groups, collections, categories, workflows, settings               |
 * | user            | `USERS`           | `USER#id`    | Get, BatchGet; Query: export and `lectern user list`                      |
 * | username        | `USERNAME#name`   | `CLAIM`      | Get: sign-in; conditional put: names are unique                           |
 * | credential      | `CREDENTIAL#hash` | `ROW`        | Get: a token or session by the SHA-256 of its secret                      |
 * | media object    | `MEDIA#kind`      | `ROW#id`     | Get, BatchGet: what blocks and pages refer to; Query: rebuilding a catalog |
 * | media key       | `MEDIAKEY#kind`   | `KEY#key`    | Get, Query: what a manifest's names stand for; conditional put: unique    |
 * | upload          | `UPLOADS#user`    | `UPLOAD#id`  | Get: a user's own; Query, newest first: all of theirs                     |
 * | upload tally    | `UPLOADS#user`    | `TALLY`      | Get, conditional put: uploads of a user that are begun at once are counted |
 * | leftover files  | `LEFTOVERS`       | `kind#id`    | Query: files of media objects that are gone, or have not come to be       |
 * | leftover bodies | `LEFTOVERS#page`  | `PAGE#id`    | Query: pages of whose bodies parts may be left over, or more of a page that is gone |
 * | upload lock     | `LOCK#upload#user`| `ROW`        | conditional put and delete only: one upload of a user at a time           |
 * | attempts        | `ATTEMPTS#hash`   | `ROW`        | BatchGet: how many there were of late, of guesses or new sessions; by the SHA-256 of what for, and whence |
 * | draft episode   | `DRAFTS#audio`    | `PAGE#id`    | Query: the episodes whose latest draft has an audio                       |
 * | tag family      | `TAGS`            | `FAMILY#slug`| BatchGet: the slugs of names that are written alike, `[name, slug]` by first use |
 * | tokens of users | `TOKENS`          | `TOKEN#name` | Query: `lectern token list`; the name is unique                           |
 *
 * Numbers inside sort keys are padded to 16 digits, so that they sort as numbers. The local engine's table
 * and the deployed one are both made from the description below.
 */
export const tableDescription = {
  partitionKey: "pk",
  sortKey: "sk",
  expiry: "expires_at",
} as const;

/** A primary key. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** A number as it stands inside a sort key. */
export const padded = (value: number): string => String(value).padStart(16, "0");

/** The keys of every item kind, by what they identify. */
export const keys = {
  page: (id: number): Key => ({ pk: `PAGE#${id}`, sk: "ROW" }),
  revision: (pageId: number, revisionId: number): Key => ({
    pk: `PAGE#${pageId}`,
    sk: `REV#${padded(revisionId)}`,
  }),
  live: (pageId: number): Key => ({ pk: `PAGE#${pageId}`, sk: "LIVE" }),
  comments: (pageId: number): Key => ({ pk: "COMMENTS", sk: `PAGE#${padded(pageId)}` }),
  commentPlaces: (kind: "decided" | "pending", pageId: number): Key => ({
    pk: `PLACES#${kind}`,
    sk: `PAGE#${padded(pageId)}`,
  }),
  waitingComment: (id: number): Key => ({ pk: "WAITING", sk: padded(id) }),
  waitingTally: (): Key => ({ pk: "WAITING#tally", sk: "ROW" }),
  waitingOnPage: (pageId: number): Key => ({ pk: `PAGE#${pageId}`, sk: "COMMENTS" }),
  spamModel: (): Key => ({ pk: "SPAM", sk: "MODEL" }),
  lessons: (): Key => ({ pk: "SPAM", sk: "LESSONS" }),
  bodyPart: (pageId: number, digest: string, index: number): Key => ({
    pk: `BODY#${pageId}`,
    sk: `${digest}#${padded(index)}`,
  }),
  formerBodyPart: (digest: string, index: number): Key => ({
    pk: `BODY#${digest}`,
    sk: `PART#${padded(index)}`,
  }),
  audit: (pageId: number, version: number, index: number): Key => ({
    pk: `PAGE#${pageId}`,
    sk: `LOG#${padded(version)}#${index}`,
  }),
  slug: (parentId: number, slug: string): Key => ({ pk: `PARENT#${parentId}`, sk: `SLUG#${slug}` }),
  listing: (id: number): Key => ({ pk: "LISTINGS", sk: `PAGE#${padded(id)}` }),
  words: (id: number): Key => ({ pk: "WORDS", sk: `PAGE#${padded(id)}` }),
  change: (number: number): Key => ({ pk: "CHANGES", sk: padded(number) }),
  schedule: (publishAt: string, pageId: number): Key => ({
    pk: "SCHEDULE",
    sk: `${padded(Date.parse(publishAt))}#${padded(pageId)}`,
  }),
  sequence: (name: string): Key => ({ pk: "SEQUENCE", sk: name }),
  siteVersion: (): Key => ({ pk: "SITE", sk: "VERSION" }),
  siteItem: (sk: string): Key => ({ pk: "SITE", sk }),
  user: (id: number): Key => ({ pk: "USERS", sk: `USER#${padded(id)}` }),
  username: (username: string): Key => ({ pk: `USERNAME#${username}`, sk: "CLAIM" }),
  credential: (hash: string): Key => ({ pk: `CREDENTIAL#${hash}`, sk: "ROW" }),
  media: (kind: MediaKind, id: number): Key => ({ pk: `MEDIA#${kind}`, sk: `ROW#${padded(id)}` }),
  mediaKey: (kind: MediaKind, key: string): Key => ({ pk: `MEDIAKEY#${kind}`, sk: `KEY#${key}` }),
  upload: (userId: number, id: number): Key => ({ pk: `UPLOADS#${userId}`, sk: `UPLOAD#${padded(id)}` }),
  uploadTally: (userId: number): Key => ({ pk: `UPLOADS#${userId}`, sk: "TALLY" }),
  leftoverFiles: (kind: MediaKind, id: number): Key => ({ pk: "LEFTOVERS", sk: `${kind}#${padded(id)}` }),
  leftoverBodies: (pageId: number): Key => ({ pk: "LEFTOVERS#page", sk: `PAGE#${padded(pageId)}` }),
  uploadLock: (userId: number): Key => ({ pk: `LOCK#upload#${userId}`, sk: "ROW" }),
  attempts: (hash: string): Key => ({ pk: `ATTEMPTS#${hash}`, sk: "ROW" }),
  draftEpisode: (audioId: number, pageId: number): Key => ({
    pk: `DRAFTS#${audioId}`,
    sk: `PAGE#${padded(pageId)}`,
  }),
  tagFamily: (family: string): Key => ({ pk: "TAGS", sk: `FAMILY#${family}` }),
  token: (name: string): Key => ({ pk: "TOKENS", sk: `TOKEN#${name}` }),
} as const;
