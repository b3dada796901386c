import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchOfService } from "#cli/publish/fetch-of-service.ts";

let bucket: Server;
let address: string;
let requests = 0;

beforeAll(async () => {
  bucket = createServer(async (request, response) => {
    requests++;
    response.end(`${request.method} ${Buffer.concat(await request.toArray())}`);
  });
  bucket.listen(0, "127.0.0.1");
  await once(bucket, "listening");
  address = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/part`;
});
afterAll(() => {
  bucket.closeAllConnections();
  bucket.close();
});

const put = { method: "PUT", body: new TextEncoder().encode("part") };

test("a service of this network may name another host of it", async () => {
  const answer = await fetchOfService({ url: "http://127.0.0.1:1/" })(address, put);
  expect(await answer.text()).toBe("PUT part");
});

test("a service of the internet may not name an internal one, unless the operator allows it", async () => {
  const url = "https://192.0.2.1/site/";
  const before = requests;
  await expect(fetchOfService({ url })(address, put)).rejects.toThrow("is not an address of the internet");
  expect(requests).toBe(before);
  const answer = await fetchOfService({ url, allowsPrivate: true })(address, put);
  expect(await answer.text()).toBe("PUT part");
});
