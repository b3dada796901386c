import { access, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { hasTableStore, tableStore } from "#lib/store/table-store.ts";
import { PlainError } from "#local/plain-error.ts";
import { stopAtEnd } from "#local/stop-at-end.ts";
import {
  addressIn,
  ended,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";
import { blogOfEditor, editorSecret } from "./blog-of-editor.ts";
import { holdSyncs } from "./held-syncs.ts";
import { temporaryDataTable } from "./temporary-table.ts";

test("a disk that refuses what is written ends the service, which keeps what is in memory", async () => {
  const table = await temporaryDataTable();
  const put = (sk: string) => tableStore().write({ put: { pk: "KEPT", sk } });
  await put("acknowledged");
  const syncs = await holdSyncs(table.databaseFile);
  const refused = put("refused");
  await expect.poll(() => syncs.length).toBe(1);
  syncs[0]!.reject(new Error("EIO: i/o error, fdatasync"));
  await expect(refused).rejects.toThrow(EngineFault);
  expect((await table.failed).message).toMatch(/^The disk refuses what is written to /);
  vi.restoreAllMocks();
  // The end copies the log into the database, and removes it.
  await table.stop();
  await expect(access(`${table.databaseFile}-wal`)).rejects.toThrow("ENOENT");
  using kept = new DatabaseSync(table.databaseFile, { readOnly: true });
  const items = kept.prepare(`SELECT count(*) AS items FROM items WHERE pk = 'KEPT'`).get();
  expect(items).toMatchObject({ items: 2 });
  await table.dispose();
});

/** A folder in place of a file, which cannot be removed or emptied, as nothing can on a read-only disk. */
const putFolderAt = async (file: string) => {
  await rm(file);
  await mkdir(file);
  await writeFile(join(file, "kept"), "");
};

test("the table is closed although the disk refuses an earlier step", async () => {
  const table = await temporaryDataTable();
  await tableStore().write({ put: { pk: "KEPT", sk: "one" } });
  const inUse = join(table.databaseFile, "../database-in-use");
  await putFolderAt(inUse);
  await expect(table.stop()).rejects.toThrow(inUse);
  expect(hasTableStore()).toBe(false);
  await expect(access(`${table.databaseFile}-wal`)).rejects.toThrow("ENOENT");
  await rm(inUse, { recursive: true });
  await table.dispose();
});

describe("a service that is stopped after", () => {
  const refusal = (message: string) => Object.assign(new Error(message), { syscall: "open" });
  const refused = refusal("EROFS: read-only file system, rm 'database-in-use'");
  const again = refusal("ENOENT: no such file or directory, open 'lock.1'");
  const never = new Promise<PlainError>(() => {});
  const failed = new PlainError("The disk refuses what is written.");

  test("the disk has refused what was written says that, whatever else it refuses", async () => {
    const stop = () => Promise.reject(refused);
    await expect(stopAtEnd({ failed: Promise.resolve(failed), stop }, never)).rejects.toBe(failed);
  });

  test("the start could not be told because of the disk says what the disk refuses", async () => {
    const start = Promise.withResolvers<never>();
    const disk = Promise.withResolvers<PlainError>();
    const stop = () => Promise.resolve(disk.resolve(failed));
    const ended = stopAtEnd({ failed: disk.promise, stop }, start.promise);
    start.reject(new EngineFault("unavailable"));
    await expect(ended).rejects.toBe(failed);
  });

  test("the start could not be told says why, and has stopped", async () => {
    const mistake = new TypeError("demo is not a function");
    let stopped = 0;
    const stop = async () => void stopped++;
    await expect(stopAtEnd({ failed: never, stop }, Promise.reject(mistake))).rejects.toBe(mistake);
    expect(stopped).toBe(1);
  });

  test("somebody has ended it says in words what the system refuses then", async () => {
    const stopping = new AsyncDisposableStack();
    stopping.defer(() => Promise.reject(again));
    stopping.defer(() => Promise.reject(refused));
    const stop = () => stopping.disposeAsync();
    await expect(stopAtEnd({ failed: never, stop }, Promise.resolve())).rejects.toEqual(
      new PlainError(
        `The service has ended, but the system refused one of its last steps (${refused.message}); look at the data directory, and at its disk. A later start needs none of these steps.`,
      ),
    );
  });

  test("somebody has ended it hides no other error", async () => {
    const mistake = new TypeError("stop is not a function");
    const stop = () => Promise.reject(mistake);
    await expect(stopAtEnd({ failed: never, stop }, Promise.resolve())).rejects.toBe(mistake);
  });
});

/** Has syncs of the log refused once the folder is there. */
const refusing = (folder: string) => `
  import { existsSync } from "node:fs";
  import { open } from "node:fs/promises";
  await using file = await open(process.execPath);
  const files = Object.getPrototypeOf(file);
  const { datasync } = files;
  files.datasync = function () {
    if (!existsSync(${JSON.stringify(folder)})) return datasync.call(this);
    return Promise.reject(Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" }));
  };`;

test("a service on a disk that became read-only ends with the sentence of that, and without a stack", async () => {
  const folder = await temporaryFolder();
  const data = join(folder, "data");
  const inUse = join(data, "database-in-use");
  await writeFile(join(folder, "site.yaml"), blogOfEditor);
  const preload = `data:text/javascript,${encodeURIComponent(refusing(join(inUse, "kept")))}`;
  const program = startProgram(
    process.execPath,
    [`--import=${preload}`, "local/start.js", "--port=0", `--data=${data}`, `--manifest=${folder}/site.yaml`],
    { env: ownEnvironment(), stdio: ["ignore", "pipe", "pipe"] },
  );
  const said = text(program.stderr!);
  const url = addressIn(await firstLineOf(program));
  const headers = { authorization: `Bearer ${editorSecret}` };
  const asked = await fetch(`${url}/api/editor/parents/`, { headers });
  const parents = (await asked.json()) as [{ id: number }];
  const [lock = ""] = (await readdir(data)).filter((name) => name.startsWith("lock."));
  await putFolderAt(join(data, lock));
  await putFolderAt(inUse);
  const post = { parent: { id: parents[0].id }, title: "Post", slug: "post", overview: [] };
  const answer = fetch(`${url}/api/editor/posts/`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(post),
  });
  // The disk may refuse a job's write first: then the service may end before this request.
  const status = await answer.then((response) => response.status).catch(() => "no answer");
  expect([503, "no answer"]).toContain(status);
  expect(await ended(program)).toBe(1);
  expect((await said).trimEnd().split("\n").at(-1)).toBe(
    `The disk refuses what is written to ${join(data, "table.sqlite")} (EIO: i/o error, fdatasync); look at the disk, which is not full, and start again.`,
  );
});
