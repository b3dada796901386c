import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { tableStore } from "#lib/store/table-store.ts";
import { identifyProcess } from "#local/data-directory/process-identity.ts";
import { engineFileIn, tableFileIn } from "#local/data-directory/table-file.ts";
import { findRunningService, openDataDirectory } from "#local/data-directory.ts";
import { openDataTable } from "#local/data-table.ts";
import { fileState } from "#local/database/file-state.ts";
import { openTableOfEnvironment } from "#local/table-of-environment.ts";
import { formerFolders, recordedOpening } from "#test/releases/release.ts";
import { ended, ownEnvironment, startProgram, temporaryFolder } from "#test/support/programs.ts";
import { fileDigests } from "./file-digests.ts";

let folder: string;
let opened: AsyncDisposableStack;

beforeEach(async () => {
  opened = new AsyncDisposableStack();
  folder = join(await temporaryFolder(), "data");
});

afterEach(() => opened.disposeAsync());

const inUse = () => join(folder, "database-in-use");

/** A service of this process, as far as others know it. */
const openData = async () => {
  const directory = await openDataDirectory(folder);
  opened.defer(directory.close);
  const table = await openDataTable(directory);
  opened.defer(table.close);
};

/** What a command prints that is refused. */
const refusalOf = async (words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> => {
  const command = startProgram(process.execPath, ["cli/lectern.js", ...words], {
    env: { ...ownEnvironment(), ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = await text(command.stderr!);
  expect(await ended(command)).toBe(1);
  return said;
};

describe("the file that a service has open", () => {
  test("is told from when it is open until it is closed", async () => {
    const directory = await openDataDirectory(folder);
    expect(await findRunningService(folder)).toEqual({ pid: process.pid, databaseFile: undefined });
    expect(await refusalOf(["export", `--data=${folder}`])).toBe(
      `The service on ${folder} (process ${process.pid}) is still starting, or has its table in an engine; try again, or set DYNAMODB_ENDPOINT to that engine.\n`,
    );
    const { close } = await openDataTable(directory);
    expect((await readFile(inUse(), "utf8")).trim()).toBe(fileState(tableFileIn(folder))!.id);
    expect(await findRunningService(folder)).toEqual({
      pid: process.pid,
      databaseFile: tableFileIn(folder),
    });
    await close();
    expect(await findRunningService(folder)).toEqual({ pid: process.pid, databaseFile: undefined });
    await directory.close();
    expect(await findRunningService(folder)).toBeUndefined();
  });

  test("is left by a process that is killed, says nothing then, and goes with the next start", async () => {
    await mkdir(folder);
    const kept = { format: "2\n", purpose: "unused\n", "database-in-use": "1:2\n" };
    for (const [name, line] of Object.entries(kept)) await writeFile(join(folder, name), line);
    await writeFile(
      join(folder, "lock.3"),
      JSON.stringify({ pid: process.pid, identity: "of another time" }),
    );
    expect(await findRunningService(folder)).toBeUndefined();
    const directory = await openDataDirectory(folder);
    opened.defer(directory.close);
    expect(await findRunningService(folder)).toEqual({ pid: process.pid, databaseFile: undefined });
  });

  test("is not taken for another one, at its place or in place of it", async () => {
    await openData();
    const refused = `The database of ${folder} was deleted, moved or replaced while its service (process ${process.pid}) has it open; do what the alarm in the service's log says.`;
    const place = tableFileIn(folder);
    await rename(place, `${place}.away`);
    await expect(findRunningService(folder)).rejects.toThrow(refused);
    await writeFile(place, "another database");
    expect(await refusalOf(["backup", join(folder, "../backup"), `--data=${folder}`])).toBe(`${refused}\n`);
    await rename(`${place}.away`, place);
    expect(await findRunningService(folder)).toMatchObject({ databaseFile: place });
  });
});

describe("TABLE_FILE", () => {
  const item = { pk: "KEPT", sk: "one" };

  test("names the table that programs of a service use", async () => {
    await openData();
    await tableStore().write({ put: item });
    const close = await openTableOfEnvironment({ TABLE_FILE: tableFileIn(folder) });
    expect(await tableStore().get(item)).toEqual(item);
    await close!();
    expect(await openTableOfEnvironment({})).toBeUndefined();
    expect(await tableStore().get(item)).toEqual(item);
  });

  test("refuses in words what is no such table, and makes none", async () => {
    await mkdir(folder);
    const file = join(folder, "absent.sqlite");
    await expect(openTableOfEnvironment({ TABLE_FILE: file })).rejects.toThrow(`${file} is not there.`);
    expect(await refusalOf(["export"], { TABLE_FILE: file })).toBe(`${file} is not there.\n`);
    expect(await readdir(folder)).toEqual([]);
    await writeFile(file, "This is no database. ".repeat(500));
    expect(await refusalOf(["export"], { TABLE_FILE: file })).toBe(
      `The database ${file} is damaged, or another program's file; move it away, and restore it from a backup (file is not a database).\n`,
    );
  });
});

describe.each(formerFolders)("while a service of version %s runs", (name) => {
  test("commands and services of this version say so, and change nothing", async () => {
    const release = await import(recordedOpening(name));
    const { close } = await release.openDataDirectory(folder);
    opened.defer(close);
    const engine = { endpoint: "http://127.0.0.1:1", pid: process.ppid, database: "1:2" };
    const identity = identifyProcess(process.ppid);
    await writeFile(engineFileIn(folder), JSON.stringify({ ...engine, identity }));
    await writeFile(join(folder, "database.sqlite"), "what its engine has open");
    const before = await fileDigests(folder);
    await expect(openDataDirectory(folder)).rejects.toThrow(
      `${folder} is in use by process ${process.pid}; stop it or choose another with --data.`,
    );
    for (const words of [["export"], ["backup", join(dirname(folder), "backup")]])
      expect(await refusalOf([...words, `--data=${folder}`])).toBe(
        `The service on ${folder} (process ${process.pid}) is of an earlier release, which keeps its table in another form; use the command of that release, or end the service and start this version's.\n`,
      );
    expect(await fileDigests(folder)).toEqual(before);
    // The engine of a crash says nothing of the process that has the folder now.
    await writeFile(engineFileIn(folder), JSON.stringify({ ...engine, identity: "of another time" }));
    expect(await findRunningService(folder)).toEqual({ pid: process.pid, databaseFile: undefined });
  });
});
