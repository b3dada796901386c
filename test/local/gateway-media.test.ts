// Proves contract rules: file-access, file-headers, file-damage.

import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { ReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { get, type IncomingMessage, request as sendRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type DiskFiles, openDiskFiles } from "#lib/files/disk.ts";
import { appendFooter } from "#lib/files/disk-format.ts";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { log } from "#lib/log.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { filesPath } from "#lib/media/file-delivery.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import type { ServedFiles } from "#local/file-server.ts";
import { type Gateway, startGateway } from "#local/gateway.ts";
import { gatewayFor } from "#test/support/capture.ts";
import { loadFunction } from "#test/support/functions.ts";
import { makeImage } from "#test/support/media.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const content = randomBytes(1_000);
const etag = `"${createHash("sha256").update(content).digest("hex")}"`;
const signingKey = randomBytes(32);

let folder: string;
let files: Files;
let served: ServedFiles;
let gateway: Gateway;
let collections: Readonly<Record<string, number>>;

/** The opened bodies, which must be closed. */
const opened: Readable[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-gateway-media-"));
  const storing = await openDiskFiles({ folder, address: "", signingKey });
  const watched: DiskFiles = {
    ...storing,
    get: async (...asked) => {
      const found = await storing.get(...asked);
      if (found) opened.push(found.body);
      return found;
    },
  };
  served = { files: watched, signingKey };
  gateway = await startGateway({ routes, fallback, load: loadFunction, files: served });
  const address = gateway.url + filesPath;
  files = await openDiskFiles({ folder, address, signingKey });
  process.env.FILES_FOLDER = folder;
  process.env.FILES_ADDRESS = address;
  process.env.FILES_SIGNING_KEY = signingKey.toString("hex");
  const restriction = { type: "login" };
  const { ids } = await applyManifest({ version: 1, collections: [{ path: "Root/Users", restriction }] });
  collections = ids.collections;
});

afterAll(async () => {
  await gateway.stop(0);
  await rm(folder, { recursive: true });
});

afterEach(() => vi.restoreAllMocks());

let images = 0;

/** Makes an image and gives its URL; without content, its file is missing. */
const fileWith = async (
  bytes: Buffer | null = content,
  { contentType = "image/jpeg", collection = "Root" } = {},
): Promise<{ url: string; key: FileKey }> => {
  const id = ++images + 100;
  const key = fileKey(`images/${id}/0123456789ab/heron.jpg`);
  if (bytes) await files.put(key, bytes, contentType);
  const file = { key, contentType, sizeBytes: bytes?.length ?? 0, width: 1, height: 1 };
  const collectionId = collections[collection] ?? 1;
  await makeImage({ collectionId, file, cover: file, display: file }, id);
  return { url: `${gateway.url}/media/${key}`, key };
};

const fetched = async (url: string, headers: Record<string, string> = {}, method = "GET") => {
  const answer = await fetch(url, { method, headers, redirect: "manual" });
  const ofTheConnection = ["connection", "keep-alive", "date"];
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ofTheConnection.includes(name))),
    body: Buffer.from(await answer.bytes()),
  };
};

describe("a media file at its URL", () => {
  test("comes whole, with everything that caches and browsers have to know", async () => {
    const { url, key } = await fileWith();
    const { status, headers, body } = await fetched(url);
    expect([status, body.equals(content)]).toEqual([200, true]);
    expect(headers).toEqual({
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, s-maxage=300, immutable",
      "content-disposition": "inline",
      "content-length": "1000",
      "content-security-policy":
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      "content-type": "image/jpeg",
      etag,
      "last-modified": (await files.head(key))!.lastModified.toUTCString(),
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
  });

  test("answers with and without a slash at its end", async () => {
    const { url } = await fileWith();
    expect((await fetched(`${url}/`)).body.equals(content)).toBe(true);
  });

  test("to HEAD has the same headers, and no body", async () => {
    const { url } = await fileWith();
    const [head, get] = [await fetched(url, { range: "bytes=0-1" }, "HEAD"), await fetched(url)];
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers).toEqual(get.headers);
  });

  test("that has nothing in it comes whole", async () => {
    const { url } = await fileWith(Buffer.alloc(0));
    const { status, headers } = await fetched(url);
    expect([status, headers["content-length"]]).toEqual([200, "0"]);
  });

  test("is downloaded, not shown, where it is none of image, sound and film", async () => {
    const { url } = await fileWith(Buffer.from("<svg/>"), { contentType: "image/svg+xml" });
    expect((await fetched(url)).headers).toMatchObject({
      "content-disposition": "attachment",
      "content-type": "image/svg+xml",
      "x-content-type-options": "nosniff",
    });
  });

  test("of a restricted collection is for those who may view it, and kept by nobody", async () => {
    const { url } = await fileWith(content, { collection: "Root/Users" });
    const open = await fetched(url, { authorization: "Bearer ed" });
    expect([open.status, open.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    const closed = await fetched(url, { "if-none-match": etag, range: "bytes=0-1" });
    expect([closed.status, closed.body.toString()]).toEqual([404, '{"detail":"Not found."}']);
  });

  test("that the store has lost is a 404", async () => {
    const { url } = await fileWith(null);
    for (const method of ["GET", "HEAD"]) expect((await fetched(url, {}, method)).status).toBe(404);
    expect((await fetched(url)).body.toString()).toBe('{"detail":"Not found."}');
  });
});

describe("a range", () => {
  test.each([
    ["bytes=0-99", 206, 0, 99],
    ["bytes=990-", 206, 990, 999],
    ["bytes=-10", 206, 990, 999],
    ["bytes=0-", 206, 0, 999],
    ["bytes=500-9999", 206, 500, 999],
  ])("%s is %i, bytes %i to %i", async (range, expected, first, last) => {
    const { url } = await fileWith();
    const { status, headers, body } = await fetched(url, { range });
    expect([status, body.equals(content.subarray(first, last + 1))]).toEqual([expected, true]);
    expect(headers).toMatchObject({
      "content-range": `bytes ${first}-${last}/1000`,
      "content-length": String(last - first + 1),
      "content-type": "image/jpeg",
      etag,
    });
  });

  test.each(["bytes=0-1,5-6", "bytes=9-8", "lines=1-2", "nonsense"])("%s is ignored", async (range) => {
    const { url } = await fileWith();
    const { status, headers, body } = await fetched(url, { range });
    expect([status, body.length, headers["content-range"]]).toEqual([200, 1_000, undefined]);
  });

  test.each(["bytes=1000-", "bytes=-0"])("%s is a 416 that says how long the file is", async (range) => {
    const { url } = await fileWith();
    const { status, headers, body } = await fetched(url, { range });
    expect([status, headers["content-range"], body.length]).toEqual([416, "bytes */1000", 0]);
    expect(headers["cache-control"]).toBe("no-store");
  });
});

describe("conditions", () => {
  const past = "Thu, 01 Jan 2015 00:00:00 GMT";
  const future = "Fri, 01 Jan 2100 00:00:00 GMT";

  test.each<[string, Record<string, string>, number]>([
    ["the ETag", { "if-none-match": etag }, 304],
    ["the ETag as caches weaken it", { "if-none-match": `W/${etag}` }, 304],
    ["the ETag among others", { "if-none-match": `"x", ${etag} , "y"` }, 304],
    ["any ETag", { "if-none-match": "*" }, 304],
    ["another ETag", { "if-none-match": '"x"' }, 200],
    ["another ETag, whatever the date", { "if-none-match": '"x"', "if-modified-since": future }, 200],
    ["a later date", { "if-modified-since": future }, 304],
    ["an earlier date", { "if-modified-since": past }, 200],
    ["a date that is none", { "if-modified-since": "tomorrow" }, 200],
    ["a date of another zone", { "if-modified-since": "Fri, 01 Jan 2100 00:00:00" }, 200],
    ["the ETag to match", { "if-match": etag }, 200],
    ["a weak ETag to match", { "if-match": `W/${etag}` }, 412],
    ["another ETag to match", { "if-match": '"x"' }, 412],
    ["an earlier date to be unmodified since", { "if-unmodified-since": past }, 412],
    ["a later date to be unmodified since", { "if-unmodified-since": future }, 200],
    ["an ETag that fits, with a range", { "if-none-match": etag, range: "bytes=0-1" }, 304],
    ["a range of the same file", { "if-range": etag, range: "bytes=0-1" }, 206],
    ["a range of another file", { "if-range": '"x"', range: "bytes=0-1" }, 200],
    ["a range of a file of a weak ETag", { "if-range": `W/${etag}`, range: "bytes=0-1" }, 200],
    ["a range of a file of another date", { "if-range": past, range: "bytes=0-1" }, 200],
    ["a range outside of another file", { "if-range": '"x"', range: "bytes=5000-" }, 200],
  ])("with %s: %o is %i", async (_, headers, expected) => {
    const { url } = await fileWith();
    for (const method of ["GET", "HEAD"]) {
      const { status, body } = await fetched(url, headers, method);
      const isPart = expected === 206 && method === "HEAD";
      expect([method, status]).toEqual([method, isPart ? 200 : expected]);
      if (status >= 300) expect(body.length).toBe(0);
    }
  });

  test("take the file's own date for the file", async () => {
    const { url } = await fileWith();
    const date = (await fetched(url)).headers["last-modified"]!;
    expect((await fetched(url, { "if-modified-since": date })).status).toBe(304);
    expect((await fetched(url, { "if-range": date, range: "bytes=0-1" })).status).toBe(206);
  });

  test("that leave the client its copy say how long to keep it", async () => {
    const { url } = await fileWith();
    const { headers } = await fetched(url, { "if-none-match": etag });
    expect(headers).toMatchObject({
      etag,
      "cache-control": "public, max-age=31536000, s-maxage=300, immutable",
    });
    expect(headers).not.toHaveProperty("content-length");
  });
});

describe("a presigned address", () => {
  const upload = { contentType: "audio/mpeg", sizeBytes: content.length, expiresSeconds: 60 };

  test("is answered as the file's own is, and kept by nobody unless it says so", async () => {
    const { key } = await fileWith();
    const { url } = await files.presignGet(key, { expiresSeconds: 60 });
    const part = await fetched(url, { range: "bytes=-3" });
    expect([part.status, part.body.equals(content.subarray(-3))]).toEqual([206, true]);
    expect(part.headers["cache-control"]).toBe("private, no-store");
  });

  test.each<[string, (url: string) => string, method?: string]>([
    ["another key", (url) => url.replace("heron", "egret")],
    ["another signature", (url) => url.replace(/(?<=signature=)./, (first) => (first === "A" ? "B" : "A"))],
    ["no signature", (url) => url.replace(/\?.*/, "")],
    ["a later expiry", (url) => url.replace(/expires=\d+/, "expires=99999999999")],
    ["another method", (url) => url, "HEAD"],
    ["a method that is never signed", (url) => url, "DELETE"],
    ["broken encoding", (url) => url.replace("heron", "%zz")],
  ])("with %s is forbidden", async (_, change, method) => {
    const { key } = await fileWith();
    const { url } = await files.presignGet(key, { expiresSeconds: 60 });
    const { status } = await fetched(change(url), {}, method);
    expect(status).toBe(403);
  });

  test("that has expired is forbidden", async () => {
    const { key } = await fileWith();
    const { url } = await files.presignGet(key, { expiresSeconds: -1 });
    const { status, body } = await fetched(url);
    expect([status, body.toString()]).toEqual([403, '{"message":"Forbidden"}']);
  });

  test("of a file that is not there is a 404", async () => {
    const { url } = await files.presignGet(fileKey("uploads/nothing"), { expiresSeconds: 60 });
    expect((await fetched(url)).status).toBe(404);
  });

  test("to which no function leads is no way into the store", async () => {
    const { key } = await fileWith();
    expect((await fetched(`${gateway.url}${filesPath}/${key}`)).status).toBe(403);
    expect((await fetched(`${gateway.url}${filesPath}/`)).status).toBe(403);
  });

  test("takes an upload of what was agreed", async () => {
    const key = fileKey("uploads/one");
    const { url, method, headers } = await files.presignPut(key, upload);
    const answer = await fetch(url, { method, headers, body: content });
    expect([answer.status, answer.headers.get("etag")]).toEqual([200, etag]);
    const stored = (await files.get(key))!;
    expect([stored.contentType, (await buffer(stored.body)).equals(content)]).toEqual(["audio/mpeg", true]);
  });

  test("lets a client ask first whether it may send", async () => {
    const key = fileKey("uploads/two");
    const { url, method, headers } = await files.presignPut(key, upload);
    const asking = { ...headers, "content-length": content.length, expect: "100-continue" };
    const request = sendRequest(url, { method, headers: asking });
    request.flushHeaders();
    await once(request, "continue");
    request.end(content);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
  });

  test.each<[string, Record<string, string>, Buffer]>([
    ["another type", { "content-type": "text/html" }, content],
    ["no type", {}, content],
    ["more bytes", { "content-type": "audio/mpeg" }, Buffer.concat([content, content])],
    ["fewer bytes", { "content-type": "audio/mpeg" }, content.subarray(1)],
    ["nothing", { "content-type": "audio/mpeg" }, Buffer.alloc(0)],
  ])("takes no upload of %s", async (_, headers, body) => {
    const key = fileKey("uploads/three");
    const { url } = await files.presignPut(key, upload);
    const { status } = await fetch(url, { method: "PUT", headers, body: new Uint8Array(body) });
    expect([status, await files.head(key)]).toEqual([403, undefined]);
  });

  test("takes no upload without a length", async () => {
    const key = fileKey("uploads/three");
    const { url, headers } = await files.presignPut(key, upload);
    const request = sendRequest(url, { method: "PUT", headers });
    request.write(content);
    request.end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect([response.statusCode, await files.head(key)]).toEqual([403, undefined]);
  });

  test("forgets an upload that breaks off, without a word", async () => {
    const complain = vi.spyOn(log, "write").mockReturnValue();
    const key = fileKey("uploads/four");
    const { url, headers } = await files.presignPut(key, upload);
    const request = sendRequest(url, { method: "PUT", headers: { ...headers, "content-length": 1_000 } });
    request.on("error", () => {});
    request.write(content.subarray(0, 500));
    await sleep(50);
    request.destroy();
    await sleep(100);
    expect([await files.head(key), complain.mock.calls]).toEqual([undefined, []]);
  });
});

describe("a very long file", () => {
  const longBytes = 1024 ** 3;
  const mebibyte = 1024 ** 2;
  let url: string;

  /** A sparse file of a gibibyte, which takes no room on most disks. */
  beforeAll(async () => {
    const stored = await fileWith(Buffer.from("x"), { contentType: "video/mp4" });
    const path = join(folder, "objects", ...stored.key.split("/"));
    await using handle = await open(`${path}=`, "a");
    await handle.truncate(0);
    await handle.truncate(longBytes);
    const etag = '"49bc20df15e412a64472421e13fe86ff1c5165e18b2afccf160d4dc19fe68a14"';
    await appendFooter(handle, { key: stored.key, contentType: "video/mp4", etag });
    url = stored.url;
  });

  const responseTo = async (target: string): Promise<IncomingMessage> => {
    const [response] = (await once(get(target), "response")) as [IncomingMessage];
    return response;
  };

  test("is sent as fast as the client reads, in flat memory", async () => {
    const response = await responseTo(url);
    const file = opened.at(-1) as ReadStream;
    expect(response.headers["content-length"]).toBe(String(longBytes));
    // Time in which a gateway could read ahead of the client.
    await sleep(300);
    expect(file.bytesRead).toBeLessThan(64 * mebibyte);
    let receivedBytes = 0;
    let mostBytes = 0;
    for await (const chunk of response) {
      receivedBytes += chunk.length;
      mostBytes = Math.max(mostBytes, file.bytesRead - receivedBytes);
      if (receivedBytes > 128 * mebibyte) break;
    }
    expect(mostBytes).toBeLessThan(64 * mebibyte);
  });

  test("gives its last bytes at once", async () => {
    const { status, headers, body } = await fetched(url, { range: "bytes=-2" });
    expect([status, body]).toEqual([206, Buffer.alloc(2)]);
    expect(headers["content-range"]).toBe(`bytes ${longBytes - 2}-${longBytes - 1}/${longBytes}`);
  });

  test("is closed when the client has left before its answer, without a word", async () => {
    const complain = vi.spyOn(log, "write").mockReturnValue();
    const key = fileKey(new URL(url).pathname.replace("/media/", ""));
    const { url: location } = await files.presignGet(key, { expiresSeconds: 60 });
    const asked = Promise.withResolvers<void>();
    const leaving = Promise.withResolvers<void>();
    const redirectLate = async () => {
      asked.resolve();
      await leaving.promise;
      return { statusCode: 302, headers: { location } };
    };
    await using slow = await gatewayFor(redirectLate, { files: served });
    const openedBefore = opened.length;
    const request = get(slow.url).on("error", () => {});
    await asked.promise;
    request.destroy();
    await sleep(50);
    leaving.resolve();
    await vi.waitFor(() => expect(opened.length).toBe(openedBefore + 1), 20_000);
    await vi.waitFor(() => expect(opened.at(-1)?.destroyed).toBe(true), 20_000);
    expect(complain.mock.calls).toEqual([]);
  });

  test("is closed when the client leaves, without a word", async () => {
    const complain = vi.spyOn(log, "write").mockReturnValue();
    const response = await responseTo(url);
    const body = opened.at(-1)!;
    expect(body.destroyed).toBe(false);
    response.destroy();
    await new Promise((resolve) => body.once("close", resolve));
    await sleep(50);
    expect(complain.mock.calls).toEqual([]);
  });
});

test("every file that was opened is closed", () => {
  expect(opened.length).toBeGreaterThan(20);
  expect(opened.filter(({ destroyed }) => !destroyed)).toEqual([]);
});
