import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { prepareSearch, searchPages } from "#lib/catalog/current/full-text.ts";
import { makeSnapshotsBy } from "#lib/catalog/snapshots/snapshot-state.ts";
import { indexChangedPages, storedWords } from "#lib/catalog/words/index-changed-pages.ts";
import { WordIndex } from "#lib/catalog/words/word-index.ts";
import { emptySite } from "#lib/site/site.ts";
import { flagsOfV8, snapshotsByProcess } from "#local/snapshots.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { root } from "#test/support/sources.ts";
import { startCommand } from "#test/support/start-command.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-snapshots-test-"));
  process.env.CATALOG_FILE = join(folder, "catalog.db");
  process.env.FULL_TEXT_FILE = join(folder, "words.db");
});

afterEach(() => {
  vi.restoreAllMocks();
  makeSnapshotsBy();
});

afterAll(() => rm(folder, { recursive: true }));

/** Snapshots by a program of this text. */
const snapshotsBy = async (text: string) => {
  const program = join(folder, "program.mjs");
  await writeFile(program, text);
  return snapshotsByProcess({ program, fewest: 0 });
};

const search = { words: ["heron"], phrases: [], operator: "and" } as const;

test("an index of words comes from a process of its own, which stores a snapshot", async () => {
  const { id } = await createLivePost(world.notes, { title: "Heron" });
  await createLivePost(world.notes, { title: "Reed" });
  const catalog = await currentCatalog();
  const readHere = vi.spyOn(storedWords, "at");

  makeSnapshotsBy(snapshotsByProcess({ fewest: 0 }).make);
  {
    using captured = captureLog();
    expect([...(await searchPages(catalog, search, emptySite))]).toEqual([id]);
    expect(captured.lines).toContainEqual(
      expect.objectContaining({ job: "jobs/snapshot-catalog", outcome: "stored" }),
    );
  }
  expect(readHere).not.toHaveBeenCalled();
  expect((await storedFileKeys()).filter((key) => key.includes("/words-"))).toHaveLength(1);

  const builtHere = new WordIndex(":memory:");
  expect(await indexChangedPages(builtHere, catalog, storedWords)).toBe(true);
  expect((await prepareSearch()).fingerprints()).toEqual(builtHere.fingerprints());
  expect(builtHere.size).toBeGreaterThan(1);
});

test("no process is started where no snapshot is due, or for a small site", async () => {
  const never = join(folder, "never.mjs");
  expect(await snapshotsByProcess({ program: never, fewest: 0 }).make()).toBe(true);
  expect(await snapshotsByProcess({ program: never }).make()).toBe(false);
});

test("its process has all flags of `npm start`, and no debugger or module of this one", async () => {
  const flags = (await startCommand()).args.slice(0, -1);
  expect(flagsOfV8([...flags, "--inspect", "--import=file:///x.js", "--heap-prof"])).toEqual(flags);
});

test("another language of stems makes a snapshot due", async () => {
  vi.stubEnv("SITE_SEARCH_STEMMING", "en");
  const { make } = await snapshotsBy("process.exit();");
  expect(await make()).toBe(true);
  vi.unstubAllEnvs();
});

test.each([
  ["fails", `console.error("The disk is full."); process.exit(3);`, "It ended with 3. The disk is full."],
  ["is killed", "process.kill(process.pid, 'SIGKILL');", "It ended with SIGKILL."],
])("what a process that %s could not store is left to this one, and logged", async (_, text, end) => {
  vi.useFakeTimers({ now: Date.now() + 80 * 3_600_000, toFake: ["Date"] });
  const { make } = await snapshotsBy(text);
  using captured = captureLog();
  expect(await make()).toBe(false);
  const warning = `A snapshot could not be stored by its process. ${end}`;
  expect(captured.lines).toEqual([expect.objectContaining({ level: "warning", warning })]);
  vi.useRealTimers();
});

test("a process that runs is ended with the service, and none is started afterwards", async () => {
  vi.useFakeTimers({ now: Date.now() + 80 * 3_600_000, toFake: ["Date"] });
  const line = "JSON.stringify({ level: 'info', pid: process.pid })";
  const { make, stop } = await snapshotsBy(`process.send({ line: ${line} }); setInterval(() => {}, 1000);`);
  using captured = captureLog();
  const made = make();
  made.catch(() => {});
  await expect.poll(() => captured.lines.length).toBe(1);
  const { pid } = captured.lines[0] as unknown as { readonly pid: number };
  await stop();
  await expect(made).rejects.toThrow("aborted");
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  await expect(make()).rejects.toThrow("aborted");
  vi.useRealTimers();
});

test("a process whose service is gone ends", async () => {
  const child = fork(join(root, "local/snapshot-process.ts"), { execArgv: [] });
  child.disconnect();
  expect((await once(child, "exit"))[0]).toBe(1);
});
