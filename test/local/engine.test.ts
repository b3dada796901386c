import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { DynamoDBClient, ListTablesCommand, paginateScan } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { identifyProcess } from "#local/data-directory/process-identity.ts";
import { type DataDirectory, findRunningService, openDataDirectory } from "#local/data-directory.ts";
import { findFreeAddress } from "#local/engine/address.ts";
import { findEngineBinary } from "#local/engine/binary.ts";
import { type Engine, type EngineOptions, startEngine } from "#local/engine.ts";
import { PlainError } from "#local/plain-error.ts";

const writerFile = fileURLToPath(new URL("./engine-writer.ts", import.meta.url));

let folder: string;
let path: string;
const cleanups: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-engine-"));
  path = join(folder, "data");
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await rm(folder, { recursive: true });
});

const open = async (): Promise<DataDirectory> => {
  const directory = await openDataDirectory(path);
  cleanups.push(directory.close);
  return directory;
};

const start = async (options: EngineOptions = {}): Promise<Engine> => {
  const engine = await startEngine(options);
  cleanups.push(engine.stop);
  return engine;
};

const clientOf = (endpoint: string): DynamoDBClient => {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  return new DynamoDBClient({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 });
};

const startWriter = (name: string): ChildProcess => {
  const writer = spawn(process.execPath, [writerFile, path, name], { stdio: ["ignore", "pipe", "inherit"] });
  cleanups.push(async () => writer.kill("SIGKILL"));
  return writer;
};

/** Kills a process as `kill -9` does; that it has ended already is as good. */
const kill = (pid: number): void => {
  if (identifyProcess(pid)) process.kill(pid, "SIGKILL");
};

const describedPid = async (): Promise<number> =>
  JSON.parse(await readFile(join(path, "engine.json"), "utf8")).pid;

const refusal = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PlainError);
  const { message } = error as PlainError;
  expect(message).not.toContain("\n");
  return message;
};

describe("an engine", () => {
  test("in memory answers as soon as it is started, and no longer when it is stopped", async () => {
    const engine = await start();
    const client = clientOf(engine.endpoint);
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual([]);
    await engine.stop();
    await expect(client.send(new ListTablesCommand())).rejects.toThrow("ECONNREFUSED");
  });

  test("of a service is known to other processes while it runs", async () => {
    const directory = await open();
    const engine = await start({ directory });
    expect(await findRunningService(path)).toEqual({ pid: process.pid, engineEndpoint: engine.endpoint });
    await engine.stop();
    expect(await findRunningService(path)).toEqual({ pid: process.pid, engineEndpoint: undefined });
  });

  test("that ends by itself says so in one sentence", async () => {
    const engine = await start();
    process.kill(engine.pid, "SIGKILL");
    expect((await engine.failed).message).toBe("The database engine has ended (SIGKILL); start again.");
  });

  test("ends when its parent is killed by SIGKILL", async () => {
    const writer = startWriter("orphan");
    await once(writer.stdout!, "data");
    const pid = await describedPid();
    expect(identifyProcess(pid)).toBeDefined();
    writer.kill("SIGKILL");
    await vi.waitFor(() => expect(identifyProcess(pid)).toBeUndefined(), { timeout: 3_000, interval: 10 });
  });

  test("left behind on the same data is ended before the next one starts", async () => {
    const directory = await open();
    const leftover = await start({ directory });
    const engine = await start({ directory });
    expect(identifyProcess(leftover.pid)).toBeUndefined();
    expect(await describedPid()).toBe(engine.pid);
  });

  test("described by a number that another process has by now is not touched", async () => {
    const directory = await open();
    const stranger = spawn("sleep", ["30"]);
    cleanups.push(async () => stranger.kill("SIGKILL"));
    const description = {
      endpoint: "http://127.0.0.1:1",
      pid: stranger.pid,
      identity: "a process of another time",
    };
    await writeFile(directory.engineDescription, JSON.stringify(description));
    await start({ directory });
    expect(identifyProcess(stranger.pid!)).toBeDefined();
  });
});

test("acknowledged writes survive kill -9 of the service and of the engine", async () => {
  const acknowledged: string[] = [];
  for (const [round, victims] of [["service"], ["engine"], ["engine", "service"]].entries()) {
    const writer = startWriter(`round-${round}`);
    const enough = acknowledged.length + 100;
    for await (const id of createInterface({ input: writer.stdout! })) {
      acknowledged.push(id);
      if (acknowledged.length !== enough) continue;
      const pids = { service: writer.pid!, engine: await describedPid() };
      for (const victim of victims) kill(pids[victim as keyof typeof pids]);
    }
  }
  const engine = await start({ directory: await open() });
  const stored = new Set<string>();
  for await (const page of paginateScan({ client: clientOf(engine.endpoint) }, { TableName: "writes" })) {
    for (const item of page.Items ?? []) stored.add(item.id!.S!);
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(300);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});

describe("an engine's address", () => {
  test.skipIf(process.platform === "darwin")("is a random one of the loopback addresses", async () => {
    const hosts = [await start(), await start(), await start()].map(
      ({ endpoint }) => new URL(endpoint).hostname,
    );
    for (const host of hosts) expect(host).toMatch(/^127\.[1-9]\d*\.\d+\.\d+$/);
    expect(new Set(hosts).size).toBeGreaterThan(1);
  });

  test("is told to the owner of the data directory only", async () => {
    const directory = await open();
    await start({ directory });
    expect((await stat(directory.engineDescription)).mode & 0o777).toBe(0o600);
  });

  test("is 127.0.0.1 where the system has no other", async () => {
    // 192.0.2.0/24 is reserved for documentation: no machine has such an address.
    expect((await findFreeAddress("192.0.2.1")).host).toBe("127.0.0.1");
  });
});

describe("ports", () => {
  let server: Server;
  let takenPort: number;
  const at = (port: number) => ({ host: "127.0.0.1", port });

  beforeEach(async () => {
    server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    takenPort = (server.address() as AddressInfo).port;
    cleanups.push(async () => server.close());
  });

  test("that somebody else took meanwhile are passed over", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const freePort = (free.address() as AddressInfo).port;
    await new Promise((closed) => free.close(closed));
    const chooseAddress = vi.fn(async () => at(freePort)).mockResolvedValueOnce(at(takenPort));
    expect((await start({ chooseAddress })).endpoint).toBe(`http://127.0.0.1:${freePort}`);
    expect(chooseAddress).toHaveBeenCalledTimes(2);
  });

  test("that are always taken are refused in one sentence", async () => {
    const chooseAddress = vi.fn(async () => at(takenPort));
    expect(await refusal(start({ chooseAddress }))).toContain(`(the last one tried was ${takenPort})`);
    expect(chooseAddress).toHaveBeenCalledTimes(3);
  });
});

describe("a start that cannot be is refused in one sentence", () => {
  test.each([
    ["random bytes", (file: string) => writeFile(file, Buffer.alloc(8192, "not a database"))],
    [
      "a database that was cut off",
      async (file: string) => {
        const engine = await startEngine({ directory: { ...(await open()), databaseFile: file } });
        await engine.stop();
        await truncate(file, 6000);
      },
    ],
  ])("on %s: it names the damaged file", async (_, damage) => {
    const file = join(folder, "damaged.sqlite");
    await damage(file);
    const directory = { ...(await openDataDirectory(join(folder, "other"))), databaseFile: file };
    cleanups.push(directory.close);
    expect(await refusal(start({ directory }))).toBe(
      `The database file ${file} is damaged; restore it from a backup or choose another directory with --data.`,
    );
  });

  test("without a program for the platform: it names the package and the way out", () => {
    expect(() => findEngineBinary("plan9", "mips")).toThrow(PlainError);
    expect(() => findEngineBinary("plan9", "mips")).toThrow(
      /^The database engine @dynoxide\/plan9-mips is not installed; .* set DYNAMODB_ENDPOINT to its address\.$/,
    );
  });

  test.each([
    ["a program that is not there", join("nowhere", "dynoxide"), undefined, "nowhere/dynoxide"],
    [
      "an engine that ends early",
      "engine",
      "echo reading >&2; echo 'error: no room left' >&2; exit 3",
      "error: no room left",
    ],
    ["an engine that ends early without a word", "engine", "exit 3", "status 3"],
  ])("with %s: it says why", async (_, name, script, reason) => {
    const binary = join(folder, name);
    if (script) {
      await writeFile(binary, `#!/bin/sh\n${script}\n`);
      await chmod(binary, 0o755);
    }
    const message = await refusal(start({ binary }));
    expect(message).toMatch(/^The database engine does not start \(.*\); .* DYNAMODB_ENDPOINT/);
    expect(message).toContain(reason);
  });
});
