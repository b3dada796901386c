// Proves contract rules: database-lost.

import { execFileSync } from "node:child_process";
import { readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import {
  addressIn,
  ended,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";
import { blogOfEditor, editorSecret } from "./blog-of-editor.ts";

const databaseNames = ["table.sqlite", "table.sqlite-wal", "table.sqlite-shm"];

let folder: string;
let data: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  data = join(folder, "data");
  await writeFile(join(folder, "site.yaml"), blogOfEditor);
});

const start = async (...options: readonly string[]) => {
  const program = startProgram(process.execPath, ["local/start.js", "--port=0", ...options], {
    env: ownEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = text(program.stderr!);
  const url = addressIn(await firstLineOf(program));
  const ask = (path: string, body?: object) =>
    fetch(url + path, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${editorSecret}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const parents = (await (await ask("/api/editor/parents/")).json()) as [{ id: number }];
  const create = (slug: string) =>
    ask("/api/editor/posts/", { parent: { id: parents[0].id }, title: slug, slug, overview: [] });
  const health = async () => {
    const answer = await ask("/api/health/");
    return { ...((await answer.json()) as { code?: string; detail?: string }), status: answer.status };
  };
  const end = async () => {
    program.kill("SIGTERM");
    expect(await ended(program)).toBe(0);
    return alarmsIn(await log);
  };
  const alarms = async () => alarmsIn(await readFile(join(data, "log", "service.log"), "utf8"));
  /** The commands that the alarm names. */
  const commands = async () => {
    await expect.poll(alarms).not.toEqual([]);
    return / copied: (.*)\. Then /.exec((await alarms()).at(-1)!)?.[1] ?? "";
  };
  return { ask, create, health, end, alarms, commands };
};

const alarmsIn = (log: string): string[] =>
  log.split("\n").flatMap((line) => (line.includes('"alarm":') ? JSON.parse(line).alarm : []));

type Running = Awaited<ReturnType<typeof start>>;

/** Creates posts until one is refused, and harms the database meanwhile. */
const createUntilRefused = async ({ create }: Running, harm: () => Promise<unknown>) => {
  const acknowledged: number[] = [];
  let harmed: Promise<unknown> | undefined;
  for (;;) {
    if (acknowledged.length === 5) harmed = harm();
    const answer = await create(`post-${acknowledged.length}`);
    const body = await answer.json();
    if (answer.status === 201) acknowledged.push(body.id);
    else {
      await harmed;
      return { acknowledged, refusal: { status: answer.status, ...body } };
    }
  }
};

const deleted = {
  status: 503,
  code: "unavailable",
  detail:
    "The files of the database were deleted, moved or replaced, so nothing is written. Do not end the service: it still has the data, and the alarm in its log says how to copy them.",
};

test("what was acknowledged before the database was deleted can be copied out, and nothing is acknowledged later", async () => {
  const service = await start(`--data=${data}`, `--manifest=${join(folder, "site.yaml")}`);
  const { acknowledged: ids, refusal } = await createUntilRefused(service, async () => {
    for (const name of databaseNames) await rm(join(data, name));
  });
  expect(refusal).toEqual(deleted);
  expect(await service.health()).toEqual(deleted);
  for (const id of ids) expect((await service.ask(`/api/editor/posts/${id}/`)).status).toBe(200);
  const commands = await service.commands();
  execFileSync("/bin/sh", ["-c", commands]);
  expect(await service.end()).toHaveLength(1);
  const rescued = await start(`--data=${data}-rescued`);
  for (const id of ids) expect((await rescued.ask(`/api/editor/posts/${id}/`)).status).toBe(200);
  expect((await rescued.create("after")).status).toBe(201);
});

test("what was moved away can be moved back, and what was put in its place stays as it is", async () => {
  const database = join(data, "table.sqlite");
  const other = join(folder, "other.sqlite");
  const service = await start(`--data=${data}`, `--manifest=${join(folder, "site.yaml")}`);
  expect((await service.create("before")).status).toBe(201);

  await move(data, folder);
  await expect.poll(service.health).toEqual(deleted);
  expect((await service.create("meanwhile")).status).toBe(503);
  await move(folder, data, databaseNames.toReversed());
  await expect.poll(async () => (await service.health()).status).toBe(200);
  expect((await service.create("meanwhile")).status).toBe(201);

  await writeFile(other, "another database");
  await rename(other, database);
  await expect.poll(service.health).toEqual(deleted);
  const command = startProgram(process.execPath, ["cli/lectern.js", "user", "list", `--data=${data}`], {
    env: ownEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  expect(await text(command.stderr!)).toMatch(/^The database of .* was deleted, moved or replaced while /);
  expect((await service.ask("/api/cms/pages/")).status).toBe(200);
  await service.commands().then((commands) => execFileSync("/bin/sh", ["-c", commands]));
  expect(await service.end()).toHaveLength(2);
  expect(await readFile(database, "utf8")).toBe("another database");
  const rescued = await start(`--data=${data}-rescued`);
  expect((await rescued.create("meanwhile")).status).toBe(400);
});

/** Moves the files of the database. Without the first of them it is never as it was. */
const move = async (from: string, to: string, names = databaseNames) => {
  for (const name of names) await rename(join(from, name), join(to, name));
};

test("a database that is cut is not written any more", async () => {
  const service = await start(`--data=${data}`, `--manifest=${join(folder, "site.yaml")}`);
  const { refusal } = await createUntilRefused(service, () => truncate(join(data, "table.sqlite")));
  expect(refusal).toMatchObject({ status: 503, code: "unavailable" });
  expect(refusal.detail).toMatch(/^The files of the database were cut or overwritten, so nothing is written/);
  expect(await service.health()).toEqual(refusal);
  const answers = await Promise.all(
    ["/api/cms/pages/", "/api/editor/parents/", "/api/editor/media/images/", "/"].map((path) =>
      service.ask(path),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 500)).toEqual([]);
});
