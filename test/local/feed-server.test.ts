// Proves contract rules: feed-delivery.

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type IncomingMessage, request as sendRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDiskFiles } from "#lib/files/disk.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { feedServer } from "#local/feed-server.ts";
import { type Gateway, startGateway } from "#local/gateway.ts";

const content = "<rss>twelve frogs</rss>";
const type = "application/rss+xml; charset=utf-8";

let folder: string;
let files: Files;
let gateway: Gateway;
/** Every function of this service. */
const handler = vi.fn(async () => ({ statusCode: 404, body: "" }));

const put = (key: string, body = content) =>
  files.putIfMatch(fileKey(key), Buffer.from(body), { contentType: type, metadata: { position: "7" } }, null);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-feeds-"));
  files = await openDiskFiles({ folder, address: "", signingKey: Buffer.alloc(32) });
  gateway = await startGateway({ routes, fallback, load: async () => handler, feeds: files });
  await put("_feeds/notes/rss.xml");
  await put("_feeds/notes/with a space & more.xml");
  for (const outside of ["feed-state/notes", "images/1/heron.jpg", "_feeds-of-others/rss.xml", "_feeds"])
    await put(outside, "secret");
});

afterAll(async () => {
  await gateway.stop(0);
  await rm(folder, { recursive: true });
});

/** Sends the path as it is, which `fetch` would normalize. */
const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
  const sent = sendRequest(gateway.url, { path, method, headers, agent: false }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const { date, connection, ...given } = answer.headers;
  return { status: answer.statusCode, headers: given, body: await text(answer) };
};

const ask404 = async (path: string) => {
  handler.mockClear();
  const { status, body } = await ask(path);
  return { status, body, functions: handler.mock.calls.length };
};

const feed = "/_feeds/notes/rss.xml";

describe("a feed", () => {
  test("comes whole, with everything that caches and readers have to know, and calls no function", async () => {
    const stored = (await files.head(fileKey("_feeds/notes/rss.xml")))!;
    const { status, headers, body } = await ask(feed);
    expect([status, body]).toEqual([200, content]);
    expect(headers).toEqual({
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=2",
      "content-length": String(content.length),
      "content-security-policy": expect.stringMatching(/^default-src 'none';.*; sandbox$/),
      "content-type": type,
      etag: stored.etag,
      "last-modified": stored.lastModified.toUTCString(),
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    expect(stored.etag).toMatch(/^"/);
    expect(handler).not.toHaveBeenCalled();
  });

  test("has the same bytes and the same strong ETag for clients that accept compression", async () => {
    const { headers, body } = await ask(feed, { "accept-encoding": "gzip, br" });
    expect([headers["content-encoding"], body]).toEqual([undefined, content]);
    expect(headers.etag).toBe((await ask(feed)).headers.etag);
  });

  test("has the same headers for HEAD, and no body", async () => {
    const { body, ...whole } = await ask(feed);
    expect(body).toBe(content);
    expect(await ask(feed, {}, "HEAD")).toEqual({ ...whole, body: "" });
  });

  test("is the same whatever the query says, and under an encoded name", async () => {
    expect((await ask(`${feed}?utm_source=a/../b`)).body).toBe(content);
    expect((await ask("/_feeds/notes/with%20a%20space%20%26%20more.xml")).body).toBe(content);
    expect((await ask("/_feeds/notes%2Frss.xml")).body).toBe(content);
  });

  test.each([
    ["its ETag", (headers: IncomingMessage["headers"]) => ({ "if-none-match": headers.etag! })],
    ["its weak ETag", (headers: IncomingMessage["headers"]) => ({ "if-none-match": `W/${headers.etag}` })],
    [
      "its date",
      (headers: IncomingMessage["headers"]) => ({ "if-modified-since": headers["last-modified"]! }),
    ],
  ])("is not sent again to those who poll with %s", async (_, condition) => {
    const { headers } = await ask(feed);
    const polled = await ask(feed, condition(headers));
    expect([polled.status, polled.body]).toEqual([304, ""]);
    expect(polled.headers).toMatchObject({
      etag: headers.etag,
      "cache-control": "public, max-age=2",
      "access-control-allow-origin": "*",
    });
  });

  test("that is not the one that was meant is a 412", async () => {
    expect((await ask(feed, { "if-match": '"another"' })).status).toBe(412);
  });

  test("comes in ranges", async () => {
    const part = await ask(feed, { range: "bytes=5-16" });
    expect([part.status, part.body]).toEqual([206, "twelve frogs"]);
    expect(part.headers["content-range"]).toBe(`bytes 5-16/${content.length}`);
    expect((await ask(feed, { range: "bytes=900-" })).status).toBe(416);
  });

  test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("is not for %s", async (method) => {
    const { status, headers } = await ask(feed, {}, method);
    expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
    expect((await ask(feed)).body).toBe(content);
  });

  test.each([
    ["the whole feed", {}],
    ["a range of it", { range: "bytes=20-21" }],
  ])("that is renewed while it is asked for answers with one version: %s", async (_, headers) => {
    const key = fileKey("_feeds/renewed.xml");
    const request = { method: "GET", url: "/_feeds/renewed.xml", headers };
    await files.put(key, Buffer.from(content), type);
    const renew = vi.fn(() => files.put(key, Buffer.from("shorter"), type));
    const renewing: Files = {
      ...files,
      get: async (...asked) => {
        if (renew.mock.calls.length === 0) await renew();
        return files.get(...asked);
      },
    };
    const answer = await feedServer(renewing).answer(request);
    expect(renew).toHaveBeenCalledOnce();
    const { etag } = (await files.head(key))!;
    if ("range" in headers) return expect(answer).toMatchObject({ status: 416 });
    expect(answer).toMatchObject({ status: 200, headers: { etag, "content-length": "7" } });
    expect(await text(answer.body as AsyncIterable<Uint8Array>)).toBe("shorter");
  });

  test("that is removed while it is asked for is not there", async () => {
    const key = fileKey("_feeds/removed.xml");
    await files.put(key, Buffer.from(content), type);
    const removing: Files = {
      ...files,
      get: async (...asked) => {
        await files.delete(key);
        return files.get(...asked);
      },
    };
    const request = { method: "GET", url: "/_feeds/removed.xml", headers: {} };
    expect(await feedServer(removing).answer(request)).toMatchObject({ status: 404 });
  });
});

describe("what is not there", () => {
  test("is a plain 404 that every program may read", async () => {
    const { status, headers, body } = await ask("/_feeds/nowhere.xml");
    expect([status, body]).toEqual([404, "Not found\n"]);
    expect(headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=2",
      "access-control-allow-origin": "*",
    });
  });

  test.each([
    "/_feeds/",
    "/_feeds//",
    "/_feeds/notes",
    "/_feeds/notes/",
    "/_feeds/notes/rss.xml/",
    "/_feeds//notes/rss.xml",
    "/_feeds/../feed-state/notes",
    "/_feeds/..%2ffeed-state%2Fnotes",
    "/_feeds/%2e%2e/feed-state/notes",
    "/_feeds/%2e%2e%2ffeed-state%2fnotes",
    "/_feeds/%252e%252e%252ffeed-state%252fnotes",
    "/_feeds/notes/../../images/1/heron.jpg",
    "/_feeds/..\\feed-state\\notes",
    "/_feeds/..%5cfeed-state%5cnotes",
    "/_feeds/./notes/rss.xml",
    "/_feeds/%2Fimages/1/heron.jpg",
    "/_feeds/notes/rss.xml%00",
    "/_feeds/notes/rss.xml%00.jpg",
    "/_feeds/%ff",
    "/_feeds/%",
    `/_feeds/${"x".repeat(1_100)}`,
  ])("%s leads nowhere", async (path) => {
    expect(await ask404(path)).toEqual({ status: 404, body: "Not found\n", functions: 0 });
  });

  test.each(["/_feeds-of-others/rss.xml", "/feed-state/notes", "/images/1/heron.jpg", "/_feeds"])(
    "%s is not looked for among the feeds",
    async (path) => {
      const { body, functions } = await ask404(path);
      expect(body).not.toContain("secret");
      expect(functions).toBe(1);
    },
  );
});
