import { expect, test } from "vitest";
import { isBackedUp, itemKindNames, kindsOfKey } from "#lib/store/item-kinds.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";
import { type Key, keys } from "#lib/store/table.ts";

const digest = "0a".repeat(32);

/** A key of each kind, and of some more than one. */
const samples: Readonly<Record<ItemKindName, readonly Key[]>> = {
  page: [keys.page(17)],
  revision: [keys.revision(17, 61)],
  live: [keys.live(17)],
  excerpt: [keys.excerpt(17)],
  previewLinks: [keys.previewLinks(17)],
  workingCopy: [keys.workingCopy(17, 3)],
  workingCopyPart: [keys.workingCopyPart(17, 3, 1_796_000_000_000, 0), keys.workingCopyPart(17, 3, 61, 12)],
  beingEdited: [keys.beingEdited("2026-11-29T07:00:00.000Z", 17, 3)],
  comments: [keys.comments(17)],
  commentPlaces: [keys.commentPlaces("decided", 17), keys.commentPlaces("pending", 17)],
  commentPlacesMark: [keys.commentPlacesMark("decided"), keys.commentPlacesMark("pending")],
  waitingComment: [keys.waitingComment(61)],
  waitingTally: [keys.waitingTally()],
  waitingOnPage: [keys.waitingOnPage(17)],
  spamModel: [keys.spamModel()],
  lessons: [keys.lessons()],
  bodyPart: [keys.bodyPart(17, digest, 0), keys.bodyPart(17, "1".repeat(64), 12)],
  formerBodyPart: [keys.formerBodyPart(digest, 0), keys.formerBodyPart("1".repeat(64), 0)],
  audit: [keys.audit(17, 3, 0)],
  bin: [keys.bin(17)],
  binnedComments: [keys.binnedComments(17)],
  slug: [keys.slug(0, "ice"), keys.slug(17, "a#b/ROW")],
  alias: [keys.alias("/2019/ice.html"), keys.alias("")],
  listing: [keys.listing(17)],
  words: [keys.words(17)],
  change: [keys.change(61, "CHANGES"), keys.change(61, "EDITS")],
  schedule: [keys.schedule("2090-01-01T08:00:00Z", 17)],
  sequence: [keys.sequence("IDS"), keys.sequence("CHANGES")],
  siteVersion: [keys.siteVersion()],
  siteItem: [keys.siteItem("SETTINGS"), keys.siteItem("GROUP#0000000000000003")],
  user: [keys.user(3)],
  username: [keys.username("ada"), keys.username("A\nb#c")],
  credential: [keys.credential(digest)],
  sessionEntry: [keys.sessionEntry(7, 8, digest)],
  tokenTally: [keys.tokenTally(7)],
  setup: [keys.setup()],
  media: [keys.media("image", 3), keys.media("audio", 3), keys.media("video", 3)],
  mediaKey: [keys.mediaKey("image", "a key"), keys.mediaKey("video", "")],
  upload: [keys.upload(3, 4)],
  uploadTally: [keys.uploadTally(3)],
  leftoverFiles: [keys.leftoverFiles("image", 3), keys.leftoverFiles("audio", 3, "6f1c9a52-3f0e")],
  leftoverBodies: [keys.leftoverBodies(17)],
  uploadLock: [keys.uploadLock(3)],
  receipt: [keys.receipt(digest)],
  attempts: [keys.attempts(digest)],
  draftEpisode: [keys.draftEpisode(3, 17)],
  tagFamily: [keys.tagFamily("bird"), keys.tagFamily("")],
  webhook: [keys.webhook(3)],
  webhookPosition: [keys.webhookPosition(3)],
  webhookName: [keys.webhookName("build")],
  webhookSecret: [keys.webhookSecret(3)],
  waitingDelivery: [keys.waitingDelivery(3, 4)],
  finishedDelivery: [keys.finishedDelivery(3, 4)],
  feedSecret: [keys.feedSecret("a1".repeat(32))],
  privateFeed: [keys.privateFeed(3, 17, 4)],
  agentClient: [keys.agentClient("a-b_C")],
  agentCode: [keys.agentCode(digest)],
  agentGrant: [keys.agentGrant(digest)],
  agentGrantEntry: [keys.agentGrantEntry(3, digest)],
  token: [keys.token("ci")],
  statistics: [keys.statistics("2026-11-23", "0b5c0f0e-6a0e-4c1b-9d3e-6d3c2f6f1c9a", 0)],
  invalidations: [keys.invalidations("2026-11")],
  restoration: [keys.restoration()],
};

test("every kind of item is known, by its key alone, and backups decide about it", () => {
  expect(itemKindNames.toSorted()).toEqual(Object.keys(keys).sort());
  expect(Object.keys(samples).sort()).toEqual(Object.keys(keys).sort());
  for (const [name, some] of Object.entries(samples))
    for (const { pk, sk } of some) expect(kindsOfKey(pk, sk), `${pk} ${sk}`).toEqual([name]);
});

test("an item of another program is of no kind", () => {
  for (const [pk, sk] of [
    ["PAGE#17", "ROWS"],
    ["PAGE#17", "REV#1"],
    ["PAGE#x", "ROW"],
    ["page", "ROW"],
    ["SITE", "version"],
  ] as const)
    expect(kindsOfKey(pk, sk)).toEqual([]);
});

test("backups leave out what is of this table or passes, and nothing else", () => {
  const leftOut = itemKindNames.filter((name) => !isBackedUp(name, {}));
  expect(leftOut).toEqual([
    "sessionEntry",
    "tokenTally",
    "setup",
    "agentCode",
    "beingEdited",
    "upload",
    "uploadTally",
    "uploadLock",
    "leftoverFiles",
    "attempts",
    "invalidations",
    "restoration",
  ]);
  expect(isBackedUp("credential", { kind: "session" })).toBe(false);
  expect(isBackedUp("credential", { kind: "token" })).toBe(true);
  expect(isBackedUp("change", { restored: true })).toBe(false);
});
