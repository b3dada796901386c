import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { renewFeeds } from "#lib/feed-renewal/renew-feeds.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { listChanges } from "#lib/routes/changes.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { tableName } from "#lib/settings/database.ts";
import { changesBackwards } from "#lib/store/changes.ts";
import { TransactionCanceledException } from "#lib/store/condition-errors.ts";
import type { Item } from "#lib/store/port/table-store.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { requireWholeSite } from "#local/require-whole-site.ts";
import { aroundCommands } from "#test/support/around-commands.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { failingAt } from "#test/support/faults.ts";
import { storedFile, storedFileKeys } from "#test/support/files.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { makeTable } from "#test/support/table.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { useReceiver } from "#test/support/webhook-receiver.ts";
import { makeWholeSite } from "#test/support/whole-site.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { backupIn, dataFileIn, replaceInBackup } from "./backup-content.ts";
import { lectern } from "./lectern.ts";

const world = useWorld();
useServedFiles();
const receiver = useReceiver();

let place: string;
/** Of the site with everything, which no test changes. */
let backup: string;
let site: Awaited<ReturnType<typeof makeWholeSite>>;
const ofFirst = { table: "", files: "" };

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "lectern-restore-"));
  site = await makeWholeSite(world, receiver);
  await renewFeeds();
  backup = join(place, "backup");
  expect(await lectern("backup", backup)).toMatchObject({ status: 0 });
  Object.assign(ofFirst, { table: tableName(), files: process.env.FILES_FOLDER });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(place, { recursive: true });
});

/** From here on, the service is another one, which has nothing. */
const becomeEmpty = async (): Promise<void> => {
  vi.stubEnv("TABLE_NAME", `test-${randomUUID()}`);
  vi.stubEnv("FILES_FOLDER", await mkdtemp(join(place, "files-")));
  await makeTable();
};

const becomeFirst = (): void => {
  vi.stubEnv("TABLE_NAME", ofFirst.table);
  vi.stubEnv("FILES_FOLDER", ofFirst.files);
};

/** What the public and builders of sites read. */
const shown = async (cursor: string) => {
  await renewFeeds();
  const feeds = (await storedFileKeys()).filter((key) => key.startsWith("_feeds/"));
  return {
    pages: (await call(listPages, { query: { fields: "*", limit: 100 } })).body,
    post: (await call(readLivePage, { params: { id: site.post.id } })).body,
    changes: (await call(listChanges, { query: { cursor } })).body,
    draft: (await call(readPost, { as: "ada", params: { id: site.post.id } })).body,
    feeds: await Promise.all(feeds.map(async (key) => [key, (await storedFile(key)).content])),
  };
};

const pathOfNewBackup = async (): Promise<string> => join(await mkdtemp(join(place, "again-")), "backup");

/** The service has what the backup has: its own backup is the same byte for byte. */
const expectWhole = async (restored = backup): Promise<void> => {
  const again = await pathOfNewBackup();
  expect(await lectern("backup", again)).toMatchObject({ status: 0 });
  expect(await backupIn(again)).toEqual(await backupIn(restored));
};

test("a restored site is the same: its backup byte for byte, its answers, cursors, feeds and tokens", async () => {
  becomeFirst();
  const { cursor } = (await call(listChanges)).body;
  const before = await shown(cursor);
  expect(before.feeds.length).toBeGreaterThan(0);
  await becomeEmpty();
  const { status, stdout, stderr } = await lectern("restore", backup);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Restored \d+ items and \d+ files; [1-9]\d* write units\.\n$/);
  await expectWhole();
  expect(await verifyCatalog()).toEqual([]);
  expect(JSON.parse((await lectern("files", "verify", "--json")).stdout).problems).toEqual([]);
  expect(await shown(cursor)).toEqual(before);
  // What is new gets new numbers.
  const made = await createLivePost(world.notes);
  expect(made.id).toBeGreaterThan(site.post.id);
  const after = (await call(listChanges, { query: { cursor } })).body;
  expect(after.results.map(({ id }: { id: number }) => id)).toContain(made.id);
});

test("what an earlier life has left in the store is not taken for that of the restored site", async () => {
  becomeFirst();
  await createLivePost(world.notes, { title: "Lost" });
  await renewFeeds();
  await snapshotCatalog();
  const left = process.env.FILES_FOLDER!;
  await becomeEmpty();
  await cp(left, process.env.FILES_FOLDER!, { recursive: true });
  const derived = async () =>
    (await storedFileKeys()).filter((key) => /^(_feeds|feed-state|snapshots)\//.test(key));
  expect((await derived()).length).toBeGreaterThan(3);
  expect(await lectern("restore", backup)).toMatchObject({ status: 0 });
  expect(await derived()).toEqual([]);
  expect(await lectern("catalog", "verify")).toMatchObject({ status: 0 });
  await expectWhole();
  await renewFeeds();
  const feeds = (await derived()).filter((key) => key.startsWith("_feeds/"));
  for (const key of feeds) expect((await storedFile(key)).content).not.toContain("Lost");
  expect(feeds.length).toBeGreaterThan(0);
});

test("a process that knows the empty service sees the restored site, also where its log has expired", async () => {
  await becomeEmpty();
  await lectern("restore", backup);
  const expected = (await call(listPages)).body;
  for await (const entries of changesBackwards())
    for (const { number } of entries) await tableStore().write({ delete: keys.change(number, "CHANGES") });
  const withoutLog = await pathOfNewBackup();
  await lectern("backup", withoutLog);
  await becomeEmpty();
  using log = captureLog();
  expect((await currentCatalog()).liveVersions.some(Boolean)).toBe(false);
  await lectern("restore", withoutLog);
  expect((await call(listPages)).body).toEqual(expected);
  expect(log.lines.at(-1)?.warning).toBe("The catalog is made anew: the database was restored.");
  await expectWhole(withoutLog);
});

test("a restoration that is killed at any write is completed by the next run", async () => {
  await becomeEmpty();
  // Each run goes on where the one before was killed; every fifth step, so that all kinds of steps are met.
  let kills = 0;
  for (; await failingAt(5 * kills, "for good", () => lectern("restore", backup)); kills++);
  expect(kills).toBeGreaterThan(10);
  expect((await lectern("restore", backup)).stdout).toBe(
    "This backup was restored into this service before; nothing was written.\n",
  );
  await expectWhole();
});

test("a restoration that does not hear the answer to a write is completed by the next run", async () => {
  for (const step of [3, 20, 40]) {
    await becomeEmpty();
    let status = 0;
    const run = async () => {
      ({ status } = await lectern("restore", backup));
    };
    expect([await failingAt(step, "after", run), status]).toEqual([true, 1]);
    expect(await lectern("restore", backup)).toMatchObject({ status: 0 });
    await expectWhole();
  }
});

test("a table that throttles, as new ones do, is waited for", async () => {
  await becomeEmpty();
  const refusals: Error[] = [
    new TransactionCanceledException("", [{ Code: "None" }, { Code: "ThrottlingError" }]),
    new EngineFault("ThrottlingException: Rate exceeded"),
  ];
  const stop = aroundCommands(async (send, { operation }) => {
    const refusal = operation === "TransactWriteItems" && refusals.pop();
    if (refusal) throw refusal;
    return send();
  });
  expect(await lectern("restore", backup)).toMatchObject({ status: 0, stderr: "" });
  stop();
  expect(refusals).toEqual([]);
  await expectWhole();
});

test("an engine that fails is named in a line", async () => {
  await becomeEmpty();
  const stop = aroundCommands(() => Promise.reject(new EngineFault("InternalServerError: sorry")));
  expect(await lectern("restore", backup)).toMatchObject({
    status: 1,
    stderr:
      "The database or the file store fails at the moment (InternalServerError: sorry). Run the command again.\n",
  });
  stop();
});

test("a full disk is named in a line, and with room the next run completes the restoration", async () => {
  await becomeEmpty();
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const put = vi.spyOn(await openFiles(), "put").mockRejectedValue(full);
  expect(await lectern("restore", backup)).toMatchObject({
    status: 1,
    stderr:
      "The disk is full (ENOSPC: no space left on device, write). Make room, and run the command again.\n",
  });
  put.mockRestore();
  expect(await lectern("restore", backup)).toMatchObject({ status: 0 });
  await expectWhole();
});

test("two restorations of a backup at once do its work once", async () => {
  await becomeEmpty();
  const runs = await Promise.all([lectern("restore", backup), lectern("restore", backup)]);
  expect(runs.map(({ status }) => status)).toEqual([0, 0]);
  await expectWhole();
});

const addItem = (Item: Item) => tableStore().write({ put: Item });

test("a service with something in it is refused, and so is one that another backup is restored into", async () => {
  await becomeEmpty();
  await addItem({ ...keys.attempts("0a"), count: 1 });
  await addItem({ ...keys.user(7), name: "ada" });
  const before = await wholeTable();
  expect(await lectern("restore", backup)).toMatchObject({
    status: 1,
    stderr:
      "This service is not empty (it has the item USERS USER#0000000000000007), and nothing was written; restore into an empty one.\n",
  });
  expect(await wholeTable()).toEqual(before);
  await becomeEmpty();
  await requireWholeSite();
  await addItem({ ...keys.restoration(), digest: "another", hasEnded: false });
  await expect(requireWholeSite()).rejects.toThrow(/^A backup is being restored into this site/);
  expect((await lectern("restore", backup)).stderr).toMatch(
    /^This service is being filled from another backup/,
  );
  expect(await wholeTable()).toHaveLength(1);
});

test("guesses and sessions do not keep a service from being empty", async () => {
  await becomeEmpty();
  await addItem({ ...keys.attempts("0a"), count: 1 });
  await addItem({ ...keys.credential("0b"), kind: "session" });
  expect((await lectern("restore", backup)).status).toBe(0);
});

test("a restoration stops where somebody else writes, and names the item", async () => {
  await becomeEmpty();
  await failingAt(6, "for good", () => lectern("restore", backup));
  await addItem({ ...keys.sequence("IDS"), page: 1 });
  expect(await lectern("restore", backup)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Somebody else writes to this service: .* SEQUENCE IDS\. /),
  });
});

test("all damage of a backup is named before anything is written", async () => {
  becomeFirst();
  const damaged = await pathOfNewBackup();
  await lectern("backup", damaged);
  const users = await dataFileIn(damaged, "user.jsonl");
  await writeFile(users, (await readFile(users, "utf8")).replace("ada", "eve"));
  await rm(await dataFileIn(damaged, "page.jsonl"));
  await becomeEmpty();
  const { status, stdout, stderr } = await lectern("restore", damaged, "--json");
  expect([status, stderr.split("\n").length]).toEqual([1, 4]);
  expect(JSON.parse(stdout).error.problems).toEqual([
    expect.stringMatching(/page\.jsonl is missing\.$/),
    expect.stringMatching(/user\.jsonl is damaged: it has another checksum\.$/),
  ]);
  expect(await wholeTable()).toEqual([]);
  expect(await storedFileKeys()).toEqual([]);
});

test("a backup of another format is left to the version that made it", async () => {
  becomeFirst();
  const later = await pathOfNewBackup();
  await lectern("backup", later);
  const head = await dataFileIn(later, "backup.json");
  const text = (await readFile(head, "utf8")).replace('"format": 1', '"format": 2');
  await replaceInBackup(later, head, text);
  expect((await lectern("restore", later)).stderr).toMatch(
    / is a backup of format 2, and this version of Lectern reads format 1; use the version that made it\.\n$/,
  );
});

test("a line that is no item is named with its file", async () => {
  becomeFirst();
  const odd = await pathOfNewBackup();
  await lectern("backup", odd);
  const users = await dataFileIn(odd, "user.jsonl");
  await replaceInBackup(odd, users, "no item\n");
  await becomeEmpty();
  expect(await lectern("restore", odd)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^user\.jsonl has no item in line 1\.\nNothing was written\.\n$/),
  });
});
