import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDiskFiles } from "#lib/files/disk.ts";
import { type FileKey, fileKey, isFileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { anyText } from "#test/support/any-text.ts";

let outside: string;
let folder: string;
let files: Files;

const open = () => openDiskFiles({ folder, address: "http://localhost/files", signingKey: Buffer.alloc(32) });

beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), "lectern-disk-"));
  folder = join(outside, "store");
  files = await open();
});

afterEach(() => rm(outside, { recursive: true }));

const put = (key: string, content: string) => files.put(fileKey(key), Buffer.from(content), "text/plain");
const contentOf = async (key: FileKey) => text((await files.get(key))!.body);

/** Everything below the store's folder, as paths. */
const names = async (): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

describe("the file store on disk", () => {
  test("keeps every key there is, and only below its folder", async () => {
    const segment = fc.oneof(
      anyText({ minLength: 1, maxLength: 100 }),
      fc.constantFrom(
        "..",
        "...",
        "%2e%2e",
        "..\\..\\x",
        "~root",
        "C:",
        "CON",
        "a=",
        "a",
        "objects",
        "incoming",
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 4 }), async (segments) => {
        const key = segments.join("/");
        fc.pre(isFileKey(key));
        const before = (await names()).length;
        await put(key, key);
        expect(await names()).toHaveLength(before + 1);
        expect(await contentOf(key)).toBe(key);
        await files.delete(key);
        expect(await readdir(outside)).toEqual(["store"]);
      }),
      { numRuns: 30 },
    );
  });

  test("tells keys apart that file systems mistake for one another", async () => {
    const long = "x".repeat(300);
    const alike = [
      "a",
      "A",
      "a=",
      "a/b",
      "a=/b",
      "ä",
      "a\u0308",
      "Ä",
      "%61",
      `${long}1`,
      `${long}2`,
      `${long}1/b`,
      "%c3",
    ];
    for (const key of alike) await put(key, key);
    for (const key of alike) expect(await contentOf(fileKey(key))).toBe(key);
    const folded = (await names()).map((name) => name.normalize("NFC").toLowerCase());
    expect(new Set(folded).size).toBe(alike.length);
  });

  test("lets a reader finish the content that it began", async () => {
    await put("page", "as it was");
    const found = await files.get(fileKey("page"));
    await put("page", "as it is");
    await files.delete(fileKey("page"));
    expect(await text(found!.body)).toBe("as it was");
  });

  test("finds its files again when it is opened again", async () => {
    await put("a/b", "content");
    files = await open();
    expect(await contentOf(fileKey("a/b"))).toBe("content");
  });

  test("clears away what a crash left unfinished, once nobody can be writing it any more", async () => {
    const incoming = join(folder, "incoming");
    await writeFile(join(incoming, "abandoned"), "half of it");
    await writeFile(join(incoming, "being-written"), "half of it");
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(join(incoming, "abandoned"), longAgo, longAgo);
    await open();
    expect(await readdir(incoming)).toEqual(["being-written"]);
  });

  test("copies without a second set of bytes, and each copy keeps its own key", async () => {
    const original = fileKey("uploads/7/Über alles.mp3");
    const copy = fileKey("audios/3/Heron.mp3");
    await put(original, "content");
    await files.copy(original, copy);
    const [one, other] = await Promise.all((await names()).map((name) => stat(name)));
    expect(one!.ino).toBe(other!.ino);
    expect((await files.head(copy))!.key).toBe(copy);
    const listed = [];
    for await (const { key } of files.list()) listed.push(key);
    expect(listed.sort()).toEqual([copy, original].sort());
    await put(original, "something else");
    expect(await contentOf(copy)).toBe("content");
    await files.delete(original);
    expect(await contentOf(copy)).toBe("content");
  });

  test("copies to keys too long for a name as well", async () => {
    await put("a", "content");
    const long = fileKey(`${"x".repeat(300)}/b`);
    await files.copy(fileKey("a"), long);
    await files.copy(long, fileKey("c"));
    const listed = [];
    for await (const { key } of files.list()) listed.push(key);
    expect(listed.sort()).toEqual(["a", "c", long]);
    expect(await contentOf(long)).toBe("content");
  });

  test("loses nothing when many at once read a file, change it and store it again until they succeed", async () => {
    const lines = fileKey("lines");
    const other = await open();
    const add = async (line: string, through: Files): Promise<void> => {
      const found = await through.get(lines);
      const content = Buffer.from(`${found ? await text(found.body) : ""}${line}\n`);
      const described = { contentType: "text/plain", metadata: { newest: line } };
      if (!(await through.putIfMatch(lines, content, described, found?.etag ?? null)))
        await add(line, through);
    };
    const added = Array.from({ length: 12 }, (_, number) => `line ${number}`);
    await Promise.all(added.map((line, number) => add(line, number % 2 ? files : other)));
    const stored = (await contentOf(lines)).trimEnd().split("\n");
    expect(stored.toSorted()).toEqual(added.toSorted());
    expect((await files.head(lines))!.metadata).toEqual({ newest: stored.at(-1) });
  });

  test("keeps metadata until something else is put, and copies it to keys of any length", async () => {
    const described = { contentType: "text/plain", metadata: { position: "17" } };
    const long = fileKey(`${"x".repeat(300)}/feed`);
    await files.putIfMatch(fileKey("feed"), Buffer.from("content"), described, null);
    await files.copy(fileKey("feed"), long);
    await put("feed", "content");
    expect((await files.head(long))!.metadata).toEqual({ position: "17" });
    expect((await files.head(fileKey("feed")))!.metadata).toEqual({});
  });

  test("leaves nothing unfinished behind", async () => {
    await put("a", "1");
    await files.putIfAbsent(fileKey("a"), Buffer.from("2"), "text/plain");
    await files.copy(fileKey("a"), fileKey("b"));
    await files.copy(fileKey("missing"), fileKey("c"));
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
    expect(await names()).toHaveLength(2);
  });

  test.each([
    ["cut short", (file: string) => truncate(file, 20)],
    ["cut short to nothing", (file: string) => truncate(file, 0)],
    ["replaced by something else", (file: string) => writeFile(file, "x".repeat(200))],
  ])("says of a file that was %s that it is damaged, and gives none of it", async (_, damage) => {
    await put("page", "a content of more than twenty bytes");
    await damage((await names())[0]!);
    await expect(files.get(fileKey("page"))).rejects.toThrow("damaged");
    await expect(files.head(fileKey("page"))).rejects.toThrow("damaged");
  });

  test("passes over emptied folders, and what a desktop leaves behind", async () => {
    await put("a/b/c", "content");
    await files.delete(fileKey("a/b/c"));
    await writeFile(join(folder, "objects", "a", ".DS_Store"), "how the window was");
    const found = [];
    for await (const file of files.list()) found.push(file);
    expect(found).toEqual([]);
  });

  describe("lends files to programs as a path", () => {
    test("that holds their content, up to their size", async () => {
      await put("song", "la la la");
      const seen = await files.withPath!(fileKey("song"), async ({ path, sizeBytes }) => {
        const content = await readFile(path);
        return content.subarray(0, sizeBytes).toString();
      });
      expect(seen).toBe("la la la");
    });

    test("which stay as they were, and throws what their borrower throws", async () => {
      await put("song", "la la la");
      const borrowed = files.withPath!(fileKey("song"), () => Promise.reject(new Error("out of tune")));
      await expect(borrowed).rejects.toThrow("out of tune");
      expect(await contentOf(fileKey("song"))).toBe("la la la");
    });

    test("and calls nobody where there are none", async () => {
      const use = () => Promise.reject(new Error("called"));
      expect(await files.withPath!(fileKey("nowhere"), use)).toBeUndefined();
    });
  });
});
