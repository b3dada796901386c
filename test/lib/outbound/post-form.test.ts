import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postForm } from "#lib/outbound/guarded-calls.ts";
import { isInternalAddress } from "#lib/outbound/internal-address.ts";

test.each([
  "127.0.0.1",
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "169.254.169.254",
  "172.31.255.255",
  "192.168.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "ff02::1",
  "2002:7f00:1::",
  "2001:0:7f00:1::",
])("%s is not an address of the internet", (ip) => {
  expect(isInternalAddress(ip)).toBe(true);
});

test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::8a"])("%s is one", (ip) => {
  expect(isInternalAddress(ip)).toBe(false);
});

let receiver: Server;
let port: number;
const received: unknown[] = [];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, type: headers["content-type"], body: await text(request) });
    if (url === "/moved") response.writeHead(307, { location: "/" }).end();
    else if (url !== "/silent") response.writeHead(202).end("accepted");
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  port = (receiver.address() as AddressInfo).port;
});

afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const options = { signal: new AbortController().signal, mayBeInternal: true };
const send = (path: string, more: object = {}) =>
  postForm(
    `http://127.0.0.1:${port}${path}`,
    { "hub.url": "https://a.example/?b&c" },
    { ...options, ...more },
  );

test("a form is sent, and its answer's status is given", async () => {
  expect(await send("/hub?x=1")).toBe(202);
  expect(received.at(-1)).toEqual({
    method: "POST",
    url: "/hub?x=1",
    type: "application/x-www-form-urlencoded",
    body: "hub.url=https%3A%2F%2Fa.example%2F%3Fb%26c",
  });
});

test("a redirect is not followed", async () => {
  const before = received.length;
  expect(await send("/moved")).toBe(307);
  expect(received.length).toBe(before + 1);
});

test("a receiver that never answers is given up", async () => {
  await expect(send("/silent", { signal: AbortSignal.timeout(50) })).rejects.toThrow(
    `127.0.0.1:${port} did not answer`,
  );
});

test("a port where nobody listens is an error", async () => {
  await expect(postForm("http://127.0.0.1:1/", {}, options)).rejects.toThrow("ECONNREFUSED");
});

test.each(["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"])(
  "the host %s is not called where only the internet may be",
  async (host) => {
    const before = received.length;
    const sent = postForm(`http://${host}:${port}/`, {}, { ...options, mayBeInternal: false });
    await expect(sent).rejects.toThrow(/ is not an address of the internet$/);
    expect(received.length).toBe(before);
  },
);
