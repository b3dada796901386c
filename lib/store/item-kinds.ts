import type { Attributes } from "#lib/store/port/table-store.ts";
import type { ItemKindName } from "./stored-items.ts";
import type { Key, StoredItem } from "./table.ts";

/** How items of a kind are recognized, and whether backups have them. */
interface ItemKind {
  readonly pk: RegExp | string;
  readonly sk: RegExp | string;
  /** Why backups leave these items out, or only some of them; absent if they have all. */
  readonly leftOut?: { readonly because: string; readonly only?: (item: Attributes) => boolean };
}

const number = "\\d{16}";
const digest = "[0-9a-f]{64}";
const ofPage = new RegExp(`^PAGE#${number}$`);
const pageItem = /^PAGE#\d+$/;

/**
 * Every kind of item, in the order in which a backup is restored: a page's content before its row, rows
 * before the lists and logs by which others find them. So a service that runs meanwhile shows no half of a
 * site: the site's version comes after all that it stands for, and the log after all that its entries are
 * about.
 */
const itemKinds = {
  bodyPart: { pk: /^BODY#\d+$/, sk: new RegExp(`^${digest}#${number}$`) },
  formerBodyPart: { pk: new RegExp(`^BODY#${digest}$`), sk: new RegExp(`^PART#${number}$`) },
  revision: { pk: pageItem, sk: new RegExp(`^REV#${number}$`) },
  live: { pk: pageItem, sk: "LIVE" },
  excerpt: { pk: pageItem, sk: "EXCERPT" },
  previewLinks: { pk: pageItem, sk: "PREVIEWS" },
  workingCopyPart: { pk: pageItem, sk: new RegExp(`^COPY#${number}#${number}#\\d+$`) },
  workingCopy: { pk: pageItem, sk: new RegExp(`^COPY#${number}$`) },
  audit: { pk: pageItem, sk: new RegExp(`^LOG#${number}#\\d+$`) },
  comments: { pk: "COMMENTS", sk: ofPage },
  commentPlaces: { pk: /^PLACES#(decided|pending)$/, sk: ofPage },
  commentPlacesMark: { pk: /^PLACES#(decided|pending)$/, sk: "READY" },
  waitingComment: { pk: "WAITING", sk: new RegExp(`^${number}$`) },
  waitingOnPage: { pk: pageItem, sk: "COMMENTS" },
  waitingTally: { pk: "WAITING#tally", sk: "ROW" },
  binnedComments: { pk: pageItem, sk: "BIN#COMMENTS" },
  bin: { pk: "BIN", sk: ofPage },
  spamModel: { pk: "SPAM", sk: "MODEL" },
  lessons: { pk: "SPAM", sk: "LESSONS" },
  leftoverBodies: { pk: "LEFTOVERS#page", sk: ofPage },
  tagFamily: { pk: "TAGS", sk: /^FAMILY#/ },
  media: { pk: /^MEDIA#(image|audio|video)$/, sk: new RegExp(`^ROW#${number}$`) },
  mediaKey: { pk: /^MEDIAKEY#(image|audio|video)$/, sk: /^KEY#/ },
  draftEpisode: { pk: /^DRAFTS#\d+$/, sk: ofPage },
  page: { pk: pageItem, sk: "ROW" },
  slug: { pk: /^PARENT#\d+$/, sk: /^SLUG#/ },
  alias: { pk: /^ALIAS#/, sk: "CLAIM" },
  words: { pk: "WORDS", sk: ofPage },
  listing: { pk: "LISTINGS", sk: ofPage },
  user: { pk: "USERS", sk: new RegExp(`^USER#${number}$`) },
  username: { pk: /^USERNAME#/, sk: "CLAIM" },
  credential: {
    pk: /^CREDENTIAL#/,
    sk: "ROW",
    leftOut: { because: "sessions of browsers", only: ({ kind }) => kind === "session" },
  },
  sessionEntry: {
    pk: /^CREDENTIAL#of-user-\d+$/,
    sk: new RegExp(`^SESSION#${number}#${digest}$`),
    leftOut: { because: "sessions of browsers" },
  },
  tokenTally: {
    pk: /^CREDENTIAL#of-user-\d+$/,
    sk: "ISSUED",
    leftOut: { because: "it tells makers of tokens of each other" },
  },
  setup: {
    pk: "CREDENTIAL#setup",
    sk: "SETUP",
    leftOut: { because: "it opens a service without accounts, for an hour" },
  },
  feedSecret: { pk: new RegExp(`^CREDENTIAL#${digest}$`), sk: "FEED" },
  privateFeed: { pk: "CREDENTIAL#feeds", sk: new RegExp(`^${number}#${number}#\\d$`) },
  agentClient: { pk: /^AGENT#/, sk: "CLIENT" },
  agentCode: {
    pk: new RegExp(`^CREDENTIAL#${digest}$`),
    sk: "CODE",
    leftOut: { because: "they are valid for a minute" },
  },
  agentGrant: { pk: new RegExp(`^CREDENTIAL#${digest}$`), sk: "GRANT" },
  agentGrantEntry: { pk: "CREDENTIAL#grants", sk: new RegExp(`^${number}#${digest}$`) },
  token: { pk: "TOKENS", sk: /^TOKEN#/ },
  siteItem: { pk: "SITE", sk: /^(?!VERSION$)[A-Z]+(#\d{16})?$/ },
  siteVersion: { pk: "SITE", sk: "VERSION" },
  receipt: { pk: /^RECEIPT#/, sk: "ROW" },
  webhookSecret: { pk: "SECRETS", sk: new RegExp(`^WEBHOOK#${number}$`) },
  webhookName: { pk: "WEBHOOKS", sk: /^NAME#/ },
  webhookPosition: { pk: "WEBHOOKS", sk: new RegExp(`^POSITION#${number}$`) },
  webhook: { pk: "WEBHOOKS", sk: new RegExp(`^WEBHOOK#${number}$`) },
  finishedDelivery: { pk: /^DELIVERIES#\d+$/, sk: new RegExp(`^${number}$`) },
  sequence: { pk: "SEQUENCE", sk: /^[A-Z]+$/ },
  change: {
    pk: /^(CHANGES|EDITS)$/,
    sk: new RegExp(`^${number}$`),
    leftOut: { because: "what a restoration adds", only: ({ restored }) => restored === true },
  },
  waitingDelivery: { pk: "DELIVERIES", sk: new RegExp(`^${number}#${number}$`) },
  schedule: { pk: "SCHEDULE", sk: new RegExp(`^${number}#${number}$`) },
  statistics: { pk: "STATISTICS", sk: new RegExp(`^\\d{4}-\\d{2}-\\d{2}#[0-9a-f-]{36}#${number}$`) },
  beingEdited: {
    pk: "EDITING",
    sk: new RegExp(`^${number}#${number}#${number}$`),
    leftOut: { because: "nobody is shown them after ten minutes" },
  },
  upload: {
    pk: /^UPLOADS#\d+$/,
    sk: new RegExp(`^UPLOAD#${number}$`),
    leftOut: { because: "their parts are in the file store for a day" },
  },
  uploadTally: { pk: /^UPLOADS#\d+$/, sk: "TALLY", leftOut: { because: "it counts uploads" } },
  uploadLock: { pk: /^LOCK#upload#\d+$/, sk: "ROW", leftOut: { because: "a request holds it" } },
  leftoverFiles: {
    pk: "LEFTOVERS",
    sk: new RegExp(`^(image|audio|video)#${number}(#.*)?$`, "s"),
    leftOut: { because: "backups have the files of media objects only" },
  },
  attempts: { pk: /^ATTEMPTS#/, sk: "ROW", leftOut: { because: "they are forgotten after an hour" } },
  invalidations: {
    pk: /^INVALIDATIONS#\d{4}-\d{2}$/,
    sk: "ROW",
    leftOut: { because: "they count requests of this deployment" },
  },
  restoration: { pk: "RESTORATION", sk: "ROW", leftOut: { because: "it is about this table" } },
} as const satisfies Readonly<Record<ItemKindName, ItemKind>>;

const matches = (pattern: RegExp | string, text: string): boolean =>
  typeof pattern === "string" ? pattern === text : pattern.test(text);

const isKeyOf = (kind: ItemKind, { pk, sk }: Key): boolean => matches(kind.pk, pk) && matches(kind.sk, sk);

const kindList = Object.entries(itemKinds) as readonly (readonly [ItemKindName, ItemKind])[];

/** The names of all kinds that have this key: one, unless the table has something else in it. */
export const kindsOfKey = (pk: string, sk: string): ItemKindName[] =>
  kindList.filter(([, kind]) => isKeyOf(kind, { pk, sk })).map(([name]) => name);

/** The kind of an item; undefined if this version of Lectern knows none. */
export const itemKindOf = (key: Key): ItemKindName | undefined =>
  kindList.find(([, kind]) => isKeyOf(kind, key))?.[0];

/**
 * True if the key is that of an item of this kind. The item is then believed to have its attributes, as in
 * items.ts.
 */
export const isOfKind = <Kind extends ItemKindName>(kind: Kind, item: Key): item is StoredItem<Kind> =>
  isKeyOf(itemKinds[kind], item);

/** True if backups have this item, which is of that kind. */
export const isBackedUp = (name: ItemKindName, item: Attributes): boolean => {
  const { leftOut }: ItemKind = itemKinds[name];
  return leftOut === undefined || (leftOut.only !== undefined && !leftOut.only(item));
};

/** The names of all kinds, in the order of restoration. */
export const itemKindNames = kindList.map(([name]) => name);
