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
import { findFreeAddress } from "#local/engine/address.ts";
import { type Engine, startEngine } from "#local/engine.ts";
import { startChromium } from "./chromium.ts";

/** The least time and number of addresses of the scan: all ports that Linux gives to programs. */
const scanMs = 60_000;
const minAddresses = 28_232;

let data: string;
let service: ChildProcess;
let known: Engine;
let attacker: Server;
let browser: Browser;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "lectern-scan-"));
  const { DYNAMODB_ENDPOINT, TABLE_NAME, ...env } = process.env;
  const args = ["local/start.ts", "--port=0", "--no-demo", `--data=${data}`];
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

/** Tries the ports of 127.0.0.1, first those that systems give to programs, then those of 127.0.0.0/16. */
const scan = `(async () => {
  function* addresses() {
    for (let step = 0; step < 65535; step++) yield "127.0.0.1:" + (((32767 + step) % 65535) + 1);
    for (let port = 32768; ; port++)
      for (let host = 0; host < 65536; host++) yield "127.0." + (host >> 8) + "." + (host & 255) + ":" + port;
  }
  const left = addresses();
  const end = performance.now() + ${scanMs};
  const found = [];
  let tried = 0;
  const scanOn = async () => {
    while (tried < ${minAddresses} || performance.now() < end) {
      tried++;
      const origin = "http://" + left.next().value;
      // Only a server that allows every origin lets this page read its answer.
      if (await fetch(origin).then(() => true, () => false)) found.push(origin);
    }
  };
  await Promise.all(Array.from({ length: 200 }, scanOn));
  return { tried, found };
})()`;

test("a page of another origin that scans for 60 seconds finds an engine on 127.0.0.1, but not the service's", async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(attacker.address() as AddressInfo).port}`);
  const { tried, found } = await page.evaluate<{ tried: number; found: string[] }>(scan);
  expect(tried).toBeGreaterThanOrEqual(minAddresses);
  expect(found).toContain(known.endpoint);
  const { endpoint } = JSON.parse(await readFile(join(data, "engine.json"), "utf8"));
  expect(found).not.toContain(endpoint);
}, 600_000);
