import promises, { readdir, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { aroundCommands } from "#test/support/around-commands.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { makeStoredImage } from "#test/support/whole-site.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { backupIn, dataLinesIn } from "./backup-content.ts";
import { lectern } from "./lectern.ts";

const world = useWorld();
useServedFiles();

type Change = (...given: unknown[]) => Promise<unknown>;
const changes = promises as unknown as Record<string, Change>;

class Killed extends Error {}

/** Does the work until its nth change of the file system, from 0. True if it got there. */
const killedAtChange = async (n: number, work: () => Promise<unknown>): Promise<boolean> => {
  const names = ["link", "mkdir", "open", "rename", "rm", "truncate", "writeFile"];
  const own = new Map(names.map((name) => [name, changes[name]!]));
  let left = n;
  for (const [name, change] of own)
    changes[name] = async (...given) => {
      const reads = name === "open" && !String(given[1] ?? "r").match(/[aw]/);
      if (!reads && left-- <= 0) throw new Killed();
      return change(...given);
    };
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const [name, change] of own) changes[name] = change;
    syncBuiltinESMExports();
  }
  return left < 0;
};

test("a backup that is killed at any change of its folder leaves the earlier one or the new one, whole", async () => {
  const folder = join(await temporaryFolder(), "backup");
  const removed = await makeStoredImage();
  await lectern("backup", folder);
  const earlier = await sumsOf(folder);
  await deleteMedia("image", removed.id);
  await makeStoredImage();
  await createLivePost(world.notes);
  const found = new Set<string>();
  for (let n = 0; ; n++) {
    const wasKilled = await killedAtChange(n, () => lectern("backup", folder));
    // This process goes on, but the one whose lock it is would be gone.
    for (const name of await readdir(folder))
      if (/^lock\./.test(name)) await writeFile(join(folder, name), "");
    expect((await lectern("backup", "verify", folder)).status, `change ${n}`).toBe(0);
    found.add((await sumsOf(folder)) ?? "");
    if (!wasKilled) break;
  }
  expect(found.size).toBe(2);
  expect([...found][0]).toBe(earlier);
  const fresh = join(await temporaryFolder(), "backup");
  await lectern("backup", fresh);
  expect([...(await backupIn(folder)).keys()]).toEqual([...(await backupIn(fresh)).keys()]);
  expect(await sumsOf(folder)).toBe(await sumsOf(fresh));
});

const sumsOf = async (folder: string) => (await backupIn(folder)).get("SHA256SUMS");

/** Does something after each of the scans of a table, whose numbers begin at 1. */
const afterScans = (act: (scan: number) => Promise<unknown>): (() => void) => {
  let scans = 0;
  return aroundCommands(async (send, { operation, input }) => {
    const answer = await send();
    const isLast = operation === "Scan" && !("LastEvaluatedKey" in answer);
    if (isLast && !("FilterExpression" in input)) await act(++scans);
    return answer;
  });
};

test("a site that changes while it is read is read again, until two readings agree", async () => {
  const folder = join(await temporaryFolder(), "backup");
  const made: number[] = [];
  const stop = afterScans(async (scan) => {
    if (scan <= 2) made.push((await createLivePost(world.notes)).id);
  });
  const { status } = await lectern("backup", folder);
  stop();
  expect([status, made.length]).toEqual([0, 2]);
  for (const kind of ["page", "live", "listing"])
    for (const id of made)
      expect((await dataLinesIn(folder, `${kind}.jsonl`)).join(), kind).toMatch(new RegExp(`PAGE#0*${id}"`));
});

test("a site that changes in every reading is not backed up, and the earlier backup stays", async () => {
  const folder = join(await temporaryFolder(), "backup");
  await lectern("backup", folder);
  const before = await backupIn(folder);
  const stop = afterScans(() => createLivePost(world.notes));
  const { status, stderr } = await lectern("backup", folder);
  stop();
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The site was changed during each of 6 readings, .* nothing was written\./),
  ]);
  expect(await backupIn(folder)).toEqual(before);
});

test("media that are deleted between the reading and the copying are not called lost", async () => {
  const folder = join(await temporaryFolder(), "backup");
  const image = await makeStoredImage();
  const { removeLeftoverFiles } = await import("#lib/actions/media/leftover-files.ts");
  const stop = afterScans(async (scan) => {
    if (scan !== 2) return;
    const leftover = await deleteMedia("image", image.id);
    if (leftover) await removeLeftoverFiles(leftover);
  });
  const { status, stdout } = await lectern("backup", folder, "--json");
  stop();
  expect([status, JSON.parse(stdout).lost_files]).toEqual([0, []]);
  expect((await backupIn(folder)).get("SHA256SUMS")).toBeDefined();
  expect((await dataLinesIn(folder, "files.jsonl")).join()).not.toContain(image.file.key);
});
