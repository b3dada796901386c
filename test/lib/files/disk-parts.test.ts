import { createHash, randomBytes } from "node:crypto";
import { access, appendFile, cp, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DiskFiles, openDiskFiles } from "#lib/files/disk.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { FilePart, FileUpload } from "#lib/files/file-uploads.ts";

const shape = { contentType: "audio/mpeg", sizeBytes: 25, partBytes: 10 };
const key = fileKey("uploads/1/heron.mp3");
const contents = [randomBytes(10), randomBytes(10), randomBytes(5)];

const partOf = (number: number, content: Uint8Array): FilePart => ({
  number,
  sizeBytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

const parts = contents.map((content, index) => partOf(index + 1, content));

let folder: string;
let files: DiskFiles;
let upload: FileUpload;

const open = () => openDiskFiles({ folder, address: "", signingKey: Buffer.alloc(32) });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-disk-parts-"));
  files = await open();
  upload = await files.uploads.begin(key, shape);
});

afterEach(() => rm(folder, { recursive: true }));

const receive = (number: number, content: Buffer, by = files) =>
  by.uploads.receive(upload, partOf(number, content), content);

const receiveAll = async (): Promise<void> => {
  for (const [index, content] of contents.entries()) expect(await receive(index + 1, content)).toBe("stored");
};

const uploadFile = (name: string): string => join(folder, "uploads", upload.uploadId, name);
const stored = async () => buffer((await files.get(key))!.body);

describe("an upload on disk", () => {
  test("is completed without copying: the file is where its parts went", async () => {
    await receiveAll();
    const { ino } = await stat(uploadFile("content"));
    expect(await files.uploads.complete(upload, parts)).toBe(true);
    const [name = ""] = await readdir(join(folder, "objects/uploads/1"));
    expect((await stat(join(folder, "objects/uploads/1", name))).ino).toBe(ino);
  });

  test("leaves nothing but the file behind, and nothing when it is aborted", async () => {
    await receiveAll();
    await files.uploads.complete(upload, parts);
    upload = await files.uploads.begin(key, shape);
    await receive(1, contents[0]!);
    await files.uploads.abort(upload);
    expect(await readdir(join(folder, "uploads"))).toEqual([]);
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
  });

  test("goes on after a restart", async () => {
    await receive(2, contents[1]!);
    files = await open();
    expect(await files.uploads.parts(upload)).toEqual([parts[1]]);
    await receiveAll();
    expect(await files.uploads.complete(upload, parts)).toBe(true);
    expect(await stored()).toEqual(Buffer.concat(contents));
  });

  test("is completed right after a crash in the middle of completing", async () => {
    await receiveAll();
    await appendFile(uploadFile("content"), "half of what follows the content");
    expect(await files.uploads.complete(upload, parts)).toBe(true);
    expect(await stored()).toEqual(Buffer.concat(contents));
  });

  test("is over after a crash right after completing, and leaves the file alone", async () => {
    await receiveAll();
    const left = join(folder, "left");
    await cp(join(folder, "uploads", upload.uploadId), left, { recursive: true });
    await files.uploads.complete(upload, parts);
    await rm(join(left, "content"));
    await rename(left, join(folder, "uploads", upload.uploadId));
    expect(await files.uploads.parts(upload)).toBeUndefined();
    expect(await receive(1, contents[0]!)).toBe("no upload");
    expect(await files.uploads.complete(upload, parts)).toBe(false);
    expect(await stored()).toEqual(Buffer.concat(contents));
    await files.uploads.abort(upload);
    expect(await readdir(join(folder, "uploads"))).toEqual([]);
  });

  test("keeps one of the parts that many send at once under a number, whole, and says which", async () => {
    const other = await open();
    const versions = Array.from({ length: 16 }, () => randomBytes(10));
    await Promise.all(versions.map((version, index) => receive(1, version, index % 2 ? files : other)));
    const [arrived, ...more] = (await files.uploads.parts(upload))!;
    expect(more).toEqual([]);
    await receive(2, contents[1]!);
    await receive(3, contents[2]!);
    expect(await files.uploads.complete(upload, [arrived!, parts[1]!, parts[2]!])).toBe(true);
    expect(partOf(1, (await stored()).subarray(0, 10))).toEqual(arrived);
  });

  test("that is aborted while a part arrives takes no part of it", async () => {
    const aborted = Promise.withResolvers<void>();
    const slow = async function* () {
      yield contents[0]!.subarray(0, 5);
      await aborted.promise;
      yield contents[0]!.subarray(5);
    };
    const receiving = files.uploads.receive(upload, parts[0]!, slow());
    await files.uploads.abort(upload);
    aborted.resolve();
    expect(await receiving).toBe("no upload");
    await expect(access(uploadFile("upload"))).rejects.toThrow("ENOENT");
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
  });

  test.each<[string, readonly FilePart[]]>([
    ["that overlap", [parts[0]!, parts[0]!, parts[1]!, parts[2]!]],
    ["with a hole", [parts[0]!, parts[2]!]],
    ["that end early", [parts[0]!, parts[1]!]],
    ["that are none", []],
  ])("is not completed with parts %s", async (_, chosen) => {
    await receiveAll();
    expect(await files.uploads.complete(upload, chosen)).toBe(false);
    expect(await files.uploads.complete(upload, parts)).toBe(true);
  });
});
