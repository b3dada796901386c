import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { guardedFetch } from "#lib/outbound/guarded-fetch.ts";
import { RefusedAddress } from "#lib/outbound/public-lookup.ts";

const addresses = vi.hoisted(() => [] as string[]);

vi.mock("node:dns", async (original) => ({
  ...(await original<typeof import("node:dns")>()),
  lookup: (_: string, __: unknown, answer: (error: null, found: readonly object[]) => void) => {
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    setImmediate(answer, null, found);
  },
}));

let server: Server;
let base: string;
let port: number;
/** Where `/away` redirects to. */
let away = "";
const requests: string[] = [];

beforeAll(async () => {
  server = createServer(({ url = "", method, headers }, response) => {
    requests.push(`${method} ${url} ${headers.range ?? ""}`.trim());
    if (url === "/away") response.writeHead(302, { location: away }).end();
    else if (url === "/round") response.writeHead(307, { location: "/round" }).end();
    else if (url === "/packed") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("text"));
    else if (url === "/none") response.writeHead(204).end();
    else response.writeHead(200, { "content-type": "text/plain" }).end("inside");
  });
  server.listen(0);
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  base = `http://127.0.0.1:${port}`;
});
beforeEach(() => {
  requests.splice(0);
  addresses.splice(0);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const everything = () => true;
const nothing = () => false;
/** Only the address that was typed. */
const typed = ({ pathname }: URL) => pathname === "/away";

test.each([
  "127.1",
  "2130706433",
  "0x7f.1",
  "[::ffff:127.0.0.1]",
  "[::1]",
  "169.254.169.254",
  "168.63.129.16",
])("%s is asked neither at first nor after a redirect", async (host) => {
  await expect(guardedFetch(`http://${host}:${port}/`, {}, nothing)).rejects.toThrow(RefusedAddress);
  away = `http://${host}:${port}/secret`;
  await expect(guardedFetch(`${base}/away`, {}, typed)).rejects.toThrow("not an address of the internet");
  expect(requests).toEqual(["GET /away"]);
});

test.each([
  ["inside", ["127.0.0.1"]],
  ["outside and inside", ["192.0.2.1", "::ffff:10.0.0.1"]],
])("a name that leads %s is asked neither at first nor after a redirect", async (_, found) => {
  addresses.push(...found);
  away = `http://rebound.example:${port}/secret`;
  await expect(guardedFetch(away, {}, nothing)).rejects.toThrow(RefusedAddress);
  await expect(guardedFetch(`${base}/away`, {}, typed)).rejects.toThrow(RefusedAddress);
  expect(requests).toEqual(["GET /away"]);
});

test.each([
  "http://notes.example:22/",
  "https://notes.example:25/",
  "file:///etc/passwd",
  "ftp://a.example/",
])("%s is not asked, whatever its name leads to", async (address) => {
  addresses.push("192.0.2.1");
  await expect(guardedFetch(address, {}, nothing)).rejects.toThrow(RefusedAddress);
  away = address;
  await expect(guardedFetch(`${base}/away`, {}, typed)).rejects.toThrow(RefusedAddress);
});

test("redirects to what may be asked are followed with the same headers, up to ten", async () => {
  away = "/file";
  const answer = await guardedFetch(`${base}/away`, { headers: { range: "bytes=2-" } }, everything);
  expect([answer.status, await answer.text()]).toEqual([200, "inside"]);
  expect(requests).toEqual(["GET /away bytes=2-", "GET /file bytes=2-"]);
  await expect(guardedFetch(`${base}/round`, {}, everything)).rejects.toThrow("more than 10 times");
  away = "http://[";
  await expect(guardedFetch(`${base}/away`, {}, everything)).rejects.toThrow("is no address");
});

test("a redirect of what has a body is the answer, and is not followed", async () => {
  away = "/file";
  const init = { method: "PUT", body: new Uint8Array([1, 2]) };
  const answer = await guardedFetch(`${base}/away`, init, everything);
  expect([answer.status, requests]).toEqual([302, ["PUT /away"]]);
});

test("what is packed is unpacked, and an answer without a body has none", async () => {
  expect(await (await guardedFetch(`${base}/packed`, {}, everything)).text()).toBe("text");
  expect((await guardedFetch(`${base}/none`, {}, everything)).body).toBeNull();
});

test("a signal ends the request with its reason", async () => {
  const reason = new Error("enough");
  await expect(guardedFetch(base, { signal: AbortSignal.abort(reason) }, everything)).rejects.toThrow(
    "enough",
  );
});
