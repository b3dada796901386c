import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import type { ByteRange, FileBody, Files, ListedFile } from "#lib/files/files.ts";
import { type FilesUnderTest, filesUnderTest } from "./subjects.ts";

const plain = "text/plain; charset=utf-8";

/** A body that comes in pieces of a size, and breaks off with an error where `breaksAfter` says so. */
async function* inPieces(content: Uint8Array, pieceBytes: number, breaksAfter = Number.POSITIVE_INFINITY) {
  for (let start = 0; start < content.length; start += pieceBytes) {
    if (start > breaksAfter) throw new Error("the line is dead");
    yield content.subarray(start, start + pieceBytes);
  }
}

/** Longer than two parts of a multipart upload, and no multiple of anything. */
const longContent = randomBytes(17 * 1024 * 1024 + 11);

describe.each(filesUnderTest())("files %s", (place, open) => {
  /** On versitygw, removals and other writes may come between comparing an ETag and writing. */
  const comparesAndActs = place === "on disk";
  let subject: FilesUnderTest;
  let files: Files;
  let folder: string;
  let folders = 0;

  beforeAll(async () => {
    subject = await open();
    files = subject.files;
  });

  afterAll(() => subject.close());

  beforeEach(() => {
    folder = `tests/${++folders}`;
  });

  const key = (name: string): FileKey => fileKey(`${folder}/${name}`);
  const put = (name: string, content: FileBody | string, contentType = plain) =>
    files.put(key(name), typeof content === "string" ? Buffer.from(content) : content, contentType);
  const contentOf = async (name: string) => {
    const found = await files.get(key(name));
    return found && (await text(found.body));
  };
  const list = async (below?: FileKey): Promise<ListedFile[]> => {
    const found = [];
    for await (const file of files.list(below)) found.push(file);
    return found.sort((one, other) => (one.key < other.key ? -1 : 1));
  };
  const keysBelow = async (below?: FileKey) => (await list(below)).map((file) => file.key);
  const listed = () => keysBelow(fileKey(folder));

  test("come back as they were stored, and every view of them agrees", async () => {
    const startedAt = Date.now();
    const written = await put("notes.txt", "twelve bytes");
    expect(written).toEqual({ key: key("notes.txt"), sizeBytes: 12, etag: expect.stringMatching(/^".+"$/) });
    const { body, bodyBytes, ...found } = (await files.get(key("notes.txt")))!;
    expect(await text(body)).toBe("twelve bytes");
    expect(bodyBytes).toBe(12);
    expect(found).toEqual({
      ...written,
      contentType: plain,
      metadata: {},
      lastModified: expect.any(Date),
    });
    expect(Math.abs(found.lastModified.getTime() - startedAt)).toBeLessThan(5_000);
    expect(await files.head(key("notes.txt"))).toEqual(found);
    const [entry] = await list(fileKey(folder));
    expect(entry).toMatchObject(written);
    expect(Math.abs(entry!.lastModified.getTime() - startedAt)).toBeLessThan(5_000);
  });

  test("of any bytes, in any pieces, come back as they were", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), async (pieces) => {
        const written = await put("any", Readable.from(pieces));
        const found = await files.get(key("any"));
        expect(await buffer(found!.body)).toEqual(Buffer.concat(pieces));
        expect(found!.sizeBytes).toBe(written.sizeBytes);
      }),
      { numRuns: 25 },
    );
  });

  test("of many megabytes come back as they were", async () => {
    const written = await put("long", inPieces(longContent, 3_000_000));
    const found = await files.get(key("long"));
    expect(longContent.equals(await buffer(found!.body))).toBe(true);
    expect(written.sizeBytes).toBe(longContent.length);
    expect(await files.head(key("long"))).toMatchObject(written);
  });

  test("of exactly one part of an upload come back as they were", async () => {
    const content = longContent.subarray(0, 8 * 1024 * 1024);
    expect((await put("part", inPieces(content, 1_000_000))).sizeBytes).toBe(content.length);
    expect(content.equals(await buffer((await files.get(key("part")))!.body))).toBe(true);
  });

  test("replace what had their key, and have another tag", async () => {
    const first = await put("page", "first", "text/html");
    const second = await put("page", "second");
    expect(second.etag).not.toBe(first.etag);
    expect(await contentOf("page")).toBe("second");
    expect((await files.head(key("page")))!.contentType).toBe(plain);
  });

  test.each([
    ["short", 10, 4],
    ["long", longContent.length, 9_000_000],
  ])("of %s bodies that break off leave everything as it was", async (_, sizeBytes, breaksAfter) => {
    await put("kept", "as it was");
    const broken = () => inPieces(longContent.subarray(0, sizeBytes), Math.ceil(sizeBytes / 10), breaksAfter);
    await expect(put("kept", broken())).rejects.toThrow("the line is dead");
    await expect(put("new", broken())).rejects.toThrow("the line is dead");
    expect(await contentOf("kept")).toBe("as it was");
    expect(await listed()).toEqual([key("kept")]);
  });

  describe("stored only where there are none", () => {
    test("leave the one that has their key alone", async () => {
      expect(await files.putIfAbsent(key("one"), Buffer.from("first"), plain)).toMatchObject({
        sizeBytes: 5,
      });
      expect(await files.putIfAbsent(key("one"), Buffer.from("second"), plain)).toBeUndefined();
      expect(await files.putIfAbsent(key("one"), inPieces(longContent, 3_000_000), plain)).toBeUndefined();
      expect(await contentOf("one")).toBe("first");
    });

    test("of many megabytes are stored", async () => {
      const written = await files.putIfAbsent(key("long"), inPieces(longContent, 3_000_000), plain);
      expect(written!.sizeBytes).toBe(longContent.length);
    });

    test("by many at once are stored by one", async () => {
      const contents = Array.from({ length: 8 }, (_, number) => `written by ${number}`);
      const outcomes = await Promise.all(
        contents.map((content) => files.putIfAbsent(key("one"), Buffer.from(content), plain)),
      );
      const winners = contents.filter((_, number) => outcomes[number]);
      expect(winners).toEqual([await contentOf("one")]);
    });
  });

  describe("stored in place of the one that has an ETag", () => {
    const putIfMatch = (name: string, content: string, etag: string | null, position = "1") =>
      files.putIfMatch(
        key(name),
        Buffer.from(content),
        { contentType: "application/rss+xml", metadata: { position, "made-by": "A renderer, 1.0" } },
        etag,
      );

    test("come back with their type and their metadata", async () => {
      const { etag } = await put("feed", "first");
      const written = await putIfMatch("feed", "second", etag, "17");
      expect(written).toEqual({ key: key("feed"), sizeBytes: 6, etag: expect.stringMatching(/^".+"$/) });
      const expected = {
        ...written,
        contentType: "application/rss+xml",
        metadata: { position: "17", "made-by": "A renderer, 1.0" },
      };
      expect(await files.head(key("feed"))).toMatchObject(expected);
      const { body, ...found } = (await files.get(key("feed")))!;
      expect(found).toMatchObject(expected);
      expect(await text(body)).toBe("second");
    });

    test("leave another one alone, and none where there is none", async () => {
      const { etag: old } = await put("feed", "old");
      await put("feed", "new");
      expect(await putIfMatch("feed", "mine", old)).toBeUndefined();
      expect(await contentOf("feed")).toBe("new");
      expect(await putIfMatch("nowhere", "mine", old)).toBeUndefined();
      expect(await files.head(key("nowhere"))).toBeUndefined();
    });

    test("or of none are stored only where there is none", async () => {
      const first = await putIfMatch("feed", "first", null);
      expect(await putIfMatch("feed", "second", null)).toBeUndefined();
      expect(await files.head(key("feed"))).toMatchObject({ etag: first!.etag, metadata: { position: "1" } });
    });

    test("are copied with their metadata", async () => {
      await putIfMatch("feed", "content", null, "5");
      await files.copy(key("feed"), key("copy"));
      expect((await files.head(key("copy")))!.metadata).toMatchObject({ position: "5" });
    });

    test.each([
      ["none", null],
      ["the same one", "as it was"],
    ])("by many at once, who have all seen %s, are stored by one", async (_, before) => {
      const etag = before === null ? null : (await put("feed", before)).etag;
      const contents = Array.from({ length: 8 }, (_, number) => `written by ${number}`);
      const outcomes = await Promise.all(contents.map((content) => putIfMatch("feed", content, etag)));
      const winners = contents.filter((_, number) => outcomes[number]);
      expect(winners).toEqual([await contentOf("feed")]);
    });

    if (comparesAndActs)
      test("never take the place of what somebody else stores or removes without a condition", async () => {
        for (let round = 0; round < 10; round++) {
          const { etag } = await put("feed", "as it was");
          const [mine] = await Promise.all([putIfMatch("feed", "mine", etag), put("feed", "theirs")]);
          expect(["theirs", mine ? "theirs" : "never"]).toContain(await contentOf("feed"));
          const seen = (await files.head(key("feed")))!.etag;
          await Promise.all([putIfMatch("feed", "mine again", seen), files.delete(key("feed"))]);
          expect(await files.head(key("feed"))).toBeUndefined();
        }
      });

    test.each([
      ["a name in capitals", { Position: "1" }],
      ["an empty name", { "": "1" }],
      ["a letter that is not ASCII", { title: "Füße" }],
      ["a line break", { title: "one\r\ntwo" }],
      ["a space at its end", { title: "one " }],
      ["more than 2,048 bytes", { title: "x".repeat(2_048) }],
    ])("are refused with metadata that has %s", async (_, metadata) => {
      const described = { contentType: plain, metadata };
      await expect(files.putIfMatch(key("feed"), Buffer.from("a"), described, null)).rejects.toMatchObject({
        code: "invalid_metadata",
      });
      expect(await files.head(key("feed"))).toBeUndefined();
    });
  });

  describe("removed only with an ETag", () => {
    test("are deleted if they have it, and stay if they have another", async () => {
      const { etag: old } = await put("feed", "old");
      const { etag } = await put("feed", "new");
      expect(await files.deleteIfMatch(key("feed"), old)).toBe(false);
      expect(await contentOf("feed")).toBe("new");
      expect(await files.deleteIfMatch(key("feed"), etag)).toBe(true);
      expect(await files.head(key("feed"))).toBeUndefined();
    });

    test("are as good as removed where there are none", async () => {
      const { etag } = await put("feed", "content");
      expect(await files.deleteIfMatch(key("nowhere"), etag)).toBe(true);
    });

    if (comparesAndActs)
      test("are removed by one, or replaced by the other, of two at once", async () => {
        for (let round = 0; round < 10; round++) {
          const { etag } = await put("feed", "as it was");
          const described = { contentType: plain, metadata: {} };
          const [stored, isRemoved] = await Promise.all([
            files.putIfMatch(key("feed"), Buffer.from("mine"), described, etag),
            files.deleteIfMatch(key("feed"), etag),
          ]);
          expect([isRemoved, await contentOf("feed")]).toEqual(stored ? [false, "mine"] : [true, undefined]);
        }
      });
  });

  describe("in ranges", () => {
    beforeEach(() => put("digits", "0123456789"));

    test.each<[string, ByteRange, string]>([
      ["the first byte", { first: 0, last: 0 }, "0"],
      ["some bytes", { first: 2, last: 5 }, "2345"],
      ["from a byte on", { first: 7 }, "789"],
      ["the last byte", { first: 9, last: 9 }, "9"],
      ["beyond the end", { first: 8, last: 99 }, "89"],
    ])("give %s", async (_, range, expected) => {
      const found = (await files.get(key("digits"), range))!;
      expect(await text(found.body)).toBe(expected);
      expect(found).toMatchObject({ bodyBytes: expected.length, sizeBytes: 10, contentType: plain });
    });

    test.each([
      ["digits", 10],
      ["empty", 0],
    ])("that begin behind the end of %s are refused", async (name, first) => {
      await put("empty", "");
      await expect(files.get(key(name), { first })).rejects.toMatchObject({ code: "range_outside_file" });
    });

    test("of a file that is not there are nothing", async () => {
      expect(await files.get(key("nowhere"), { first: 3 })).toBeUndefined();
    });
  });

  test("that are not there are nothing, and can be removed", async () => {
    expect(await files.get(key("nowhere"))).toBeUndefined();
    expect(await files.head(key("nowhere"))).toBeUndefined();
    expect(await files.copy(key("nowhere"), key("copy"))).toBe(false);
    await files.delete(key("nowhere"));
    expect(await listed()).toEqual([]);
  });

  test("that are removed are gone", async () => {
    await put("a", "a");
    await put("b", "b");
    await files.delete(key("a"));
    expect(await files.get(key("a"))).toBeUndefined();
    expect(await listed()).toEqual([key("b")]);
  });

  test("are listed by folder, at every depth, without those that are merely called alike", async () => {
    await put("images/1/small.jpg", "");
    await put("images/cover.jpg", "");
    await put("images-old/cover.jpg", "");
    expect(await keysBelow(key("images"))).toEqual([key("images/1/small.jpg"), key("images/cover.jpg")]);
    expect(await keysBelow(key("images/cover.jpg"))).toEqual([]);
    expect(await keysBelow()).toEqual(expect.arrayContaining(await listed()));
  });

  test("are copied with their type, over what had the key, and stay", async () => {
    const original = await put("original & 50% more.txt", "content", "text/x-special");
    await put("copy", "something else, and longer");
    expect(await files.copy(original.key, key("copy"))).toBe(true);
    expect(await files.head(key("copy"))).toMatchObject({ sizeBytes: 7, contentType: "text/x-special" });
    expect(await contentOf("copy")).toBe("content");
    expect(await contentOf("original & 50% more.txt")).toBe("content");
    expect(await listed()).toEqual([key("copy"), original.key]);
  });

  test.each([
    ["spaces", "an episode .mp3"],
    ["letters of the world", "Füße/播客/подкаст/🎙️.mp3"],
    ["signs of addresses", "a+b?c=d&e#f%2e%2F;g@h:i"],
    ["signs of shells and markup", "a'b\"c<d>e\\f|g*h(i)$j`k~l!m,n[o]{p}^q"],
    ["dots", ".hidden/..two/...three/four.."],
    ["a thousand bytes", `${"long/".repeat(200)}file`],
  ])("keep keys with %s", async (_, name) => {
    await put(name, "content");
    expect(await contentOf(name)).toBe("content");
    expect(await listed()).toEqual([key(name)]);
    const { url } = await files.presignGet(key(name), { expiresSeconds: 60 });
    expect(await (await fetch(url)).text()).toBe("content");
  });

  describe("by presigned requests", () => {
    const upload = { contentType: "audio/mpeg", sizeBytes: 7, expiresSeconds: 60 };

    test("are read by whoever has the request, with their type", async () => {
      await put("song", "content", "audio/mpeg");
      const { method, url, headers } = await files.presignGet(key("song"), { expiresSeconds: 60 });
      const response = await fetch(url, { method, headers });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("audio/mpeg");
      expect(await response.text()).toBe("content");
    });

    test("are read with the headers that were agreed", async () => {
      await put("song", "content", "audio/mpeg");
      const { url } = await files.presignGet(key("song"), {
        expiresSeconds: 60,
        contentType: "text/plain",
        contentDisposition: "attachment",
        cacheControl: "private, no-store",
      });
      const response = await fetch(url);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "text/plain",
        "content-disposition": "attachment",
        "cache-control": "private, no-store",
      });
      expect((await fetch(url.replace("attachment", "inline"))).status).toBe(403);
    });

    test("answer HEAD where they are signed for it, and only there", async () => {
      await put("song", "content", "audio/mpeg");
      const { method, url } = await files.presignGet(key("song"), { expiresSeconds: 60, method: "HEAD" });
      const response = await fetch(url, { method });
      expect([response.status, response.headers.get("content-length")]).toEqual([200, "7"]);
      expect((await fetch(url)).status).toBe(403);
      const get = await files.presignGet(key("song"), { expiresSeconds: 60 });
      expect((await fetch(get.url, { method: "HEAD" })).status).toBe(403);
    });

    test("are stored by whoever has the request", async () => {
      const { method, url, headers } = await files.presignPut(key("song"), upload);
      const response = await fetch(url, { method, headers, body: "content" });
      expect(response.status).toBe(200);
      expect(await contentOf("song")).toBe("content");
      expect((await files.head(key("song")))!.contentType).toBe("audio/mpeg");
    });

    test.each([
      ["another type", { "content-type": "text/html" }, "content"],
      ["more bytes", { "content-type": "audio/mpeg" }, "content and more"],
      ["fewer bytes", { "content-type": "audio/mpeg" }, "con"],
    ])("are not stored with %s than was agreed", async (_, headers, body) => {
      const { url } = await files.presignPut(key("song"), upload);
      expect((await fetch(url, { method: "PUT", headers, body })).status).toBe(403);
      expect(await files.head(key("song"))).toBeUndefined();
    });

    test("cannot be had, or changed, with a request for something else", async () => {
      await put("song", "content");
      await put("other", "secret");
      const get = await files.presignGet(key("song"), { expiresSeconds: 60 });
      const other = get.url.replace("/song?", "/other?");
      expect((await fetch(other)).status).toBe(403);
      expect((await fetch(get.url, { method: "PUT", body: "changed" })).status).toBe(403);
      const put7 = await files.presignPut(key("song"), upload);
      expect((await fetch(put7.url, { headers: put7.headers })).status).toBe(403);
      expect(await contentOf("song")).toBe("content");
    });

    test("are refused once the request has expired", async () => {
      await put("song", "content");
      const get = await files.presignGet(key("song"), { expiresSeconds: 1 });
      const { method, url, headers } = await files.presignPut(key("song"), { ...upload, expiresSeconds: 1 });
      await sleep(2_100);
      expect((await fetch(get.url)).status).toBe(403);
      expect((await fetch(url, { method, headers, body: "changed" })).status).toBe(403);
      expect(await contentOf("song")).toBe("content");
    });
  });
});
