import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { tableName } from "#lib/settings/database.ts";
import type { TableOperation } from "#lib/store/operation-signature.ts";
import { sdkClient } from "#lib/store/sdk-client.ts";
import { signedExchange } from "#lib/store/signed-exchange.ts";
import { itemsAt, signedGet } from "#lib/store/signed-reads.ts";
import { openDataDirectory } from "#local/data-directory.ts";
import { startDataEngine } from "#local/data-engine.ts";
import { answerKeeper } from "#local/engine/kept-answers.ts";
import { ensureTable } from "#local/table.ts";

let folder: string;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-answers-"));
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await rm(folder, { recursive: true });
});

/** A file that another connection writes to, as an engine would. */
const databaseIn = (file: string) => {
  const writer = new DatabaseSync(file);
  cleanups.push(() => writer.close());
  writer.exec("PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS item (value)");
  return { write: () => writer.exec("INSERT INTO item VALUES (1)") };
};

/** Answers each request with its number. */
const standInEngine = async ({ status = 200, length = 1 } = {}) => {
  let count = 0;
  const whileAnswering = vi.fn();
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      whileAnswering();
      response.writeHead(status).end(String(++count).padStart(length));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.close());
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = { endpoint, checksSignatures: false, region: "us-east-1", credentials };
  const ask = async (operation: TableOperation = "GetItem", body = "{}") =>
    (await signedExchange(access, operation, body, 5_000)).body.trim();
  return { ask, whileAnswering };
};

const beginKeeping = (file: string) => {
  const keeper = answerKeeper(file);
  cleanups.push(keeper.end);
  keeper.begin();
  return keeper;
};

describe("the engine's answers to reads", () => {
  let file: string;
  beforeEach(() => {
    file = join(folder, "database.sqlite");
  });

  test("are kept while nothing is written, each for its own request", async () => {
    databaseIn(file);
    beginKeeping(file);
    const { ask } = await standInEngine();
    expect([await ask(), await ask(), await ask()]).toEqual(["1", "1", "1"]);
    expect([await ask("Query"), await ask("GetItem", "[]"), await ask("Query")]).toEqual(["2", "3", "2"]);
  });

  test("are asked for anew after each write", async () => {
    const { write } = databaseIn(file);
    beginKeeping(file);
    const { ask } = await standInEngine();
    expect(await ask()).toBe("1");
    write();
    expect([await ask(), await ask()]).toEqual(["2", "2"]);
    write();
    expect(await ask()).toBe("3");
  });

  test("are not kept if something was written while they were on their way", async () => {
    const { write } = databaseIn(file);
    beginKeeping(file);
    const { ask, whileAnswering } = await standInEngine();
    whileAnswering.mockImplementationOnce(write);
    expect([await ask(), await ask(), await ask()]).toEqual(["1", "2", "2"]);
  });

  test("are not kept if they are refusals", async () => {
    databaseIn(file);
    beginKeeping(file);
    const { ask } = await standInEngine({ status: 400 });
    expect([await ask(), await ask()]).toEqual(["1", "2"]);
  });

  test("are not kept if they are longer than 4,096 characters", async () => {
    databaseIn(file);
    beginKeeping(file);
    const longest = await standInEngine({ length: 4_096 });
    expect([await longest.ask(), await longest.ask()]).toEqual(["1", "1"]);
    const longer = await standInEngine({ length: 4_097 });
    expect([await longer.ask("Query"), await longer.ask("Query")]).toEqual(["1", "2"]);
  });

  test.each(["missing", "no database"])("are not kept of a file that is %s", async (name) => {
    await writeFile(join(folder, "no database"), "Not a database. ".repeat(100));
    beginKeeping(join(folder, name));
    const { ask } = await standInEngine();
    expect([await ask(), await ask()]).toEqual(["1", "2"]);
  });

  test("are asked for anew when the engine was started again", async () => {
    databaseIn(file);
    const keeper = beginKeeping(file);
    const { ask } = await standInEngine();
    expect([await ask(), await ask()]).toEqual(["1", "1"]);
    keeper.begin();
    expect([await ask(), await ask()]).toEqual(["2", "2"]);
  });

  test("are not kept after the end, even if an engine is started again", async () => {
    databaseIn(file);
    const keeper = beginKeeping(file);
    const { ask } = await standInEngine();
    keeper.end();
    keeper.begin();
    expect([await ask(), await ask()]).toEqual(["1", "2"]);
  });

  test("give way to others when there are too many", async () => {
    databaseIn(file);
    beginKeeping(file);
    const { ask } = await standInEngine();
    const long = (letter: string) => letter.repeat(600_000);
    expect([await ask("Query", long("a")), await ask("Query", long("b"))]).toEqual(["1", "2"]);
    expect([await ask("Query", long("b")), await ask("Query", long("a"))]).toEqual(["2", "3"]);
  });
});

test("requests that write are always sent", async () => {
  const file = join(folder, "database.sqlite");
  databaseIn(file);
  beginKeeping(file);
  const { ask } = await standInEngine();
  expect([await ask("PutItem"), await ask("PutItem"), await ask("TransactWriteItems")]).toEqual([
    "1",
    "2",
    "3",
  ]);
});

describe("the engine of a data directory", () => {
  const start = async () => {
    const directory = await openDataDirectory(folder);
    cleanups.push(directory.close);
    const engine = await startDataEngine(directory);
    cleanups.push(engine.stop);
    return engine;
  };

  test("a read that begins after a write was acknowledged shows it, with many writers and readers", async () => {
    await start();
    await ensureTable();
    const acknowledged = Array.from({ length: 4 }, () => 0);
    const keyOf = (item: number) => ({ pk: "TRIED", sk: String(item) });
    const write = async (item: number) => {
      for (let value = 1; value <= 40; value++) {
        await sdkClient().send(new PutCommand({ TableName: tableName(), Item: { ...keyOf(item), value } }));
        acknowledged[item] = value;
        await read(item);
      }
    };
    const seen: { readonly least: number; readonly value: number }[] = [];
    const read = async (item: number) => {
      const least = acknowledged[item]!;
      const [found] = await itemsAt([keyOf(item)]);
      seen.push({ least, value: Number(found?.value ?? 0) });
    };
    const readOn = async (reader: number) => {
      for (let turn = 0; turn < 200; turn++) await read((turn + reader) % acknowledged.length);
    };
    await Promise.all([...acknowledged.keys()].flatMap((item) => [write(item), readOn(item)]));
    expect(seen.filter(({ least, value }) => value < least)).toEqual([]);
    expect(acknowledged).toEqual([40, 40, 40, 40]);
  });

  test("its end leaves one file, because no other connection is open any more", async () => {
    const engine = await start();
    // Asks for the database's version, although there is no table yet.
    await signedGet({ pk: "TRIED", sk: "0" });
    await engine.stop();
    expect((await readdir(folder)).filter((name) => name.startsWith("database"))).toEqual([
      "database.sqlite",
    ]);
  });
});
