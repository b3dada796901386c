import { copyFile, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { installedLectern } from "#cli/installed.ts";
import { openStore, type StoreChoice } from "#cli/open-store.ts";
import { log } from "#lib/log.ts";
import { findDatabaseLoss, LostDatabase, lookAtFilesBy } from "#lib/store/database-files.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { identifyProcess } from "#local/data-directory/process-identity.ts";
import { engineFileIn, tableFileIn } from "#local/data-directory/table-file.ts";
import { findRunningService, openDataDirectory } from "#local/data-directory.ts";
import { openDataTable } from "#local/data-table.ts";
import { fileState } from "#local/database/file-state.ts";
import { openTableOfEnvironment } from "#local/table-of-environment.ts";
import { lecternIn } from "#test/cli/lectern.ts";
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

describe("a command that works for long beside a service", () => {
  const counter = { pk: "COUNTED", sk: "commands" };
  /** What the service of this process knows of the files is not known to others. */
  const asAnotherProcess = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const back = lookAtFilesBy();
    return work().finally(back);
  };
  /** Writes twice, and what happens between. */
  const writeAround = (happens: () => Promise<unknown>, choice: StoreChoice) => {
    const run = async () => {
      await using _store = await openStore(choice, { environment: {} });
      for (const step of [async () => {}, happens]) {
        await step();
        await tableStore().write({ update: counter, changes: { add: { count: 1 } } });
      }
      return 0;
    };
    const work = { words: "work", usage: "", summary: "Works.", load: async () => run };
    return asAnotherProcess(() => lecternIn({}, "", ["work"], { ...installedLectern, commands: [work] }));
  };
  const place = () => tableFileIn(folder);
  const gone =
    "The files of the database were deleted, moved or replaced, so nothing is written. Do not end the service: it still has the data, and the alarm in its log says how to copy them.\n";
  const losses: Readonly<Record<string, readonly [() => Promise<unknown>, string]>> = {
    deleted: [() => rm(place()), gone],
    moved: [() => rename(place(), `${place()}.away`), gone],
    replaced: [
      async () => {
        await copyFile(place(), `${place()}.copy`);
        await rename(`${place()}.copy`, place());
      },
      gone,
    ],
    cut: [
      () => truncate(place()),
      "The files of the database were cut or overwritten, so nothing is written. Do not end the service: the alarm in its log says how to copy what is left.\n",
    ],
  };

  test.each(Object.entries(losses))("ends in words if the file is %s", async (_name, [happens, words]) => {
    const alarms = vi.spyOn(log, "write").mockImplementation(() => {});
    onTestFinished(() => alarms.mockRestore());
    await openData();
    expect(await writeAround(happens, { data: folder })).toEqual({ status: 1, stdout: "", stderr: words });
    // The alarm is the service's, at its next look.
    expect(alarms).not.toHaveBeenCalled();
    expect(findDatabaseLoss()?.message).toBe(words.trimEnd());
    expect(alarms).toHaveBeenCalledOnce();
    expect(await tableStore().get(counter)).toMatchObject({ count: 1 });
  });

  test("and so does one whose table is named by TABLE_FILE", async () => {
    const alarms = vi.spyOn(log, "write").mockImplementation(() => {});
    onTestFinished(() => alarms.mockRestore());
    await openData();
    await asAnotherProcess(async () => {
      const close = await openTableOfEnvironment({ TABLE_FILE: place() });
      await rm(place());
      await expect(tableStore().write({ put: counter })).rejects.toThrow(LostDatabase);
      await close!();
    });
    expect(alarms).not.toHaveBeenCalled();
  });

  test("goes on while the files are whole", async () => {
    await openData();
    expect(await writeAround(async () => {}, { data: folder })).toMatchObject({ status: 0, stderr: "" });
    expect(await tableStore().get(counter)).toMatchObject({ count: 2 });
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
