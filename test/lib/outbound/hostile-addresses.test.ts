// Proves contract rules: webhook-addresses.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addressFault } from "#lib/outbound/callable-address.ts";
import { sendPost } from "#lib/outbound/guarded-calls.ts";

const names = vi.hoisted(() => ({ looked: [] as string[], addresses: [] as string[] }));

vi.mock("node:dns", async (original) => ({
  ...(await original<typeof import("node:dns")>()),
  lookup: (
    name: string,
    _: unknown,
    answer: (error: null, addresses: readonly { address: string; family: number }[]) => void,
  ) => {
    names.looked.push(name);
    const found = names.addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    setImmediate(answer, null, found);
  },
}));

let server: Server;
let port: number;
let connections = 0;

beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(200).end("inside"));
  server.on("connection", () => connections++);
  server.listen(0);
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  connections = 0;
  names.looked.splice(0);
});
afterAll(() => void server.close());

const send = (url: string) =>
  sendPost(url, {}, Buffer.from("{}"), { signal: AbortSignal.timeout(2_000), mayBeInternal: false });

const literals = [
  "127.0.0.1",
  "127.1",
  "127.255.255.254",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "017700000001",
  "0",
  "0.0.0.0",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "0xa9fea9fe",
  "2852039166",
  "①②⑦.0.0.1",
  "127。0。0。1",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "[fd00:ec2::254]",
  "[::ffff:169.254.169.254]",
];

test.each(literals)("%s is refused when it is set, and when it is called", async (host) => {
  expect(addressFault(`https://${host}/`, false)).toBeDefined();
  await expect(send(`http://${host}:${port}/`)).rejects.toThrow("is not an address of the internet");
  expect(connections).toBe(0);
});

test.each([
  ["http://hooks.example/", "https://"],
  ["ftp://hooks.example/", "https://"],
  ["file:///etc/passwd", "https://"],
  ["//hooks.example/", "https://"],
  ["hooks.example", "https://"],
  ["https://user:secret@hooks.example/", "user name"],
  ["https://localhost/", "internet"],
])("%s is refused when it is set", (address, fault) => {
  expect(addressFault(address, false)).toContain(fault);
});

test("addresses of the internet may be called, and private ones where the service is told so", () => {
  expect(addressFault("https://hooks.example/build?x=1", false)).toBeUndefined();
  expect(addressFault("https://8.8.8.8/", false)).toBeUndefined();
  expect(addressFault("http://127.0.0.1:9000/", true)).toBeUndefined();
  expect(addressFault("ftp://127.0.0.1/", true)).toBeDefined();
});

test.each(["localhost.", "localtest.example", "metadata.example"])(
  "the name %s is refused when it leads inside, also beside an address of the internet",
  async (name) => {
    for (const inside of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254", "10.1.2.3"]) {
      names.addresses = ["8.8.8.8", inside];
      await expect(send(`http://${name}:${port}/`)).rejects.toThrow(`${inside} is not an address`);
    }
    expect(connections).toBe(0);
  },
);

test("a name is looked up once for a call, so it cannot lead elsewhere after the check", async () => {
  names.addresses = ["127.0.0.1"];
  await expect(send(`http://changing.example:${port}/`)).rejects.toThrow("127.0.0.1 is not an address");
  expect(names.looked).toEqual(["changing.example"]);
  expect(connections).toBe(0);
});
