import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { isNewlyUnwritable } from "#lib/catalog/current/cache-place.ts";
import { log } from "#lib/log.ts";
import { putListing } from "#lib/store/changes.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { root } from "#test/support/sources.ts";
import { useTable } from "#test/support/table.ts";
import { listingWith } from "./listings.ts";

useTable();

const reader = fileURLToPath(new URL("./full-disk-reader.ts", import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-full-disk-"));
  for (let id = 1; id <= 300; id++) {
    const listing = listingWith({ id, parentId: null, searchDescription: "word ".repeat(100) });
    await commitDecision(async () => ({ writes: [putListing(listing)], value: undefined }));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What a process says that reads three times, each file of which may have so many blocks of 512 bytes. */
const readWith = async (blocks: number, file: string) => {
  const command = `ulimit -f ${blocks} && exec "$0" "$@"`;
  const program = spawn("/bin/sh", ["-c", command, process.execPath, reader], {
    cwd: root,
    env: { ...process.env, CATALOG_FILE: file },
  });
  const [printed, complained] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, "exit"),
  ]);
  const alarms = complained.split("\n").filter((line) => line.includes('"level":"alarm"'));
  return { printed, alarms, complained };
};

test("with room on the disk the catalog and the words are in their files", async () => {
  const file = join(folder, "roomy.db");
  const { printed, alarms, complained } = await readWith(1_000_000, file);
  expect(JSON.parse(printed), complained).toEqual({
    listed: [300, 300, 300],
    found: [300, 300],
    rebuilds: 1,
  });
  expect(alarms).toEqual([]);
  expect(existsSync(file)).toBe(true);
});

test.each([
  ["not even empty ones", 40, 1, 2],
  ["a part of the catalog", 300, 2, 1],
])(
  "where the disk takes %s, what has no room is kept in memory, made once, and an alarm line says so",
  async (_name, blocks, rebuilds, count) => {
    const file = join(folder, "full.db");
    const { printed, alarms, complained } = await readWith(blocks, file);
    expect(JSON.parse(printed), complained).toEqual({
      listed: [300, 300, 300],
      found: [300, 300],
      rebuilds,
    });
    expect(alarms).toHaveLength(count);
    expect(alarms[0]).toContain(`${file} cannot be written`);
    expect(existsSync(file)).toBe(false);
  },
);

test.each([
  [{ errcode: 13 }, "make room on the disk."],
  [{ code: "ENOSPC" }, "make room on the disk."],
  // SQLite: the folder has been deleted; the disk does not read.
  [{ errcode: 14 }, "look at /data and its disk."],
  [{ errcode: 10 | (1 << 8) }, "look at /data and its disk."],
])("an alarm about %j says: %s", (about, cure) => {
  const alarmed = vi.spyOn(log, "write").mockReturnValue();
  onTestFinished(() => alarmed.mockRestore());
  const error = Object.assign(new Error("words"), about);
  expect(isNewlyUnwritable(`/data/${JSON.stringify(about)}.db`, error)).toBe(true);
  expect(alarmed.mock.calls).toEqual([["alarm", { alarm: expect.stringContaining(cure) }]]);
});
