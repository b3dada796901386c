import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreeAddress } from "#test/engines/dynoxide/address.ts";
import { type Engine, startEngine } from "#test/engines/dynoxide/engine.ts";
import { startChromium } from "./chromium.ts";

/** The ports that Linux gives to programs. */
const ports = { first: 32_768, last: 60_999 };

/**
 * Those at which a server listens, at any address. A page tries all of them, some 450 in a second, and can
 * reach no others; where the system does not tell, this one does so as well.
 */
const portsToTry = async (): Promise<number[]> => {
  const all = Array.from({ length: ports.last - ports.first + 1 }, (_, index) => ports.first + index);
  const tables = ["/proc/net/tcp", "/proc/net/tcp6"].map((file) => readFile(file, "utf8").catch(() => ""));
  const sockets = (await Promise.all(tables)).join("\n").matchAll(/: [0-9A-F]+:([0-9A-F]{4}) \S+ (\w\w) /g);
  const open = new Set(
    [...sockets].flatMap(([, port = "", state]) => (state === "0A" ? [Number.parseInt(port, 16)] : [])),
  );
  return open.size > 0 ? all.filter((port) => open.has(port)) : all;
};

let data: string;
let service: ChildProcess;
let known: Engine;
let attacker: Server;
let browser: Browser;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "lectern-scan-"));
  const { DYNAMODB_ENDPOINT, TABLE_NAME, ...env } = process.env;
  const args = ["local/start.js", "--port=0", "--no-demo", `--data=${data}`];
  service = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  await once(createInterface(service.stdout!), "line");
  known = await startEngine({ chooseAddress: () => findFreeAddress("127.0.0.1") });
  attacker = createServer((_, response) => response.setHeader("content-type", "text/html").end("<p>"));
  attacker.listen(0, "127.0.0.1");
  await once(attacker, "listening");
  browser = await startChromium();
});

afterAll(async () => {
  await browser?.close();
  attacker?.close();
  await known?.stop();
  const ended = once(service, "exit");
  service.kill("SIGTERM");
  await ended;
  await rm(data, { recursive: true });
});

/** The origins on 127.0.0.1 whose answers a page can read, after it has tried these ports. */
const scan = (toTry: readonly number[]) => `(async () => {
  const untried = ${JSON.stringify(toTry)};
  const found = [];
  const scanOn = async () => {
    for (let port = untried.pop(); port !== undefined; port = untried.pop()) {
      const origin = "http://127.0.0.1:" + port;
      // Only a server that allows every origin lets this page read its answer.
      if (await fetch(origin).then(() => true, () => false)) found.push(origin);
    }
  };
  await Promise.all(Array.from({ length: 200 }, scanOn));
  return found;
})()`;

test("a page of another origin that tries all ports of programs on 127.0.0.1 finds an engine there, but not the service's", async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(attacker.address() as AddressInfo).port}`);
  const found = await page.evaluate<string[]>(scan(await portsToTry()));
  expect(found).toContain(known.endpoint);
  const { endpoint } = JSON.parse(await readFile(join(data, "engine.json"), "utf8"));
  expect(found).not.toContain(endpoint);
}, 600_000);
