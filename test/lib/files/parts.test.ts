import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as sendRequest } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import type { FilePart, FileUpload } from "#lib/files/file-uploads.ts";
import type { Files } from "#lib/files/files.ts";
import { type FilesUnderTest, filesUnderTest } from "./subjects.ts";

/** The least that S3 takes for a part that is not the last. */
const partBytes = 5 * 1024 * 1024;
const contents = [randomBytes(partBytes), randomBytes(partBytes), randomBytes(1_001)];
const sizeBytes = 2 * partBytes + 1_001;
const contentType = "audio/mpeg";

const sha256Of = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

const partOf = (number: number, content: Uint8Array): FilePart => ({
  number,
  sizeBytes: content.length,
  sha256: sha256Of(content),
});

const parts = contents.map((content, index) => partOf(index + 1, content));

const altered = (content: Buffer): Buffer => {
  const copy = Buffer.from(content);
  copy.writeUInt8(copy.readUInt8(7) ^ 1, 7);
  return copy;
};

describe.each(filesUnderTest())("a file in parts %s", (_, open) => {
  let subject: FilesUnderTest;
  let files: Files;
  let key: FileKey;
  let upload: FileUpload;
  let uploads = 0;

  beforeAll(async () => {
    subject = await open();
    files = subject.files;
  });

  afterAll(() => subject.close());

  beforeEach(async () => {
    key = fileKey(`uploads/${++uploads}/über alles.mp3`);
    upload = await files.uploads.begin(key, { contentType, sizeBytes, partBytes });
  });

  /** Sends a body by the presigned request for a part, and gives the status. */
  const send = async (
    part: FilePart,
    body: Buffer,
    headers?: Readonly<Record<string, string>>,
  ): Promise<number> => {
    const request = await files.uploads.presignPart(upload, part, 60);
    const response = await fetch(request.url, {
      method: request.method,
      headers: headers ?? request.headers,
      body: new Uint8Array(body),
    });
    await response.arrayBuffer();
    return response.status;
  };

  const sendAll = async (): Promise<void> => {
    for (const [index, part] of parts.entries()) expect(await send(part, contents[index]!)).toBe(200);
  };

  const openUploads = async (): Promise<string[]> => {
    const found = [];
    for await (const { uploadId } of files.uploads.list()) found.push(uploadId);
    return found;
  };

  test("is there once it is complete, with its type, and not before", async () => {
    await sendAll();
    expect(await files.head(key)).toBeUndefined();
    expect(await files.uploads.complete(upload, parts)).toBe(true);
    const found = (await files.get(key))!;
    expect(found).toMatchObject({ sizeBytes, contentType, key });
    expect(Buffer.concat(contents).equals(await buffer(found.body))).toBe(true);
    expect(await files.head(key)).toMatchObject({ etag: found.etag });
  });

  test("may arrive in any order, and all at once", async () => {
    const order = [2, 0, 1];
    const statuses = await Promise.all(order.map((index) => send(parts[index]!, contents[index]!)));
    expect(statuses).toEqual([200, 200, 200]);
    expect(await files.uploads.complete(upload, parts)).toBe(true);
    expect(Buffer.concat(contents).equals(await buffer((await files.get(key))!.body))).toBe(true);
  });

  test("may be one part only", async () => {
    const small = fileKey(`${key}-small`);
    upload = await files.uploads.begin(small, { contentType, sizeBytes: 1_001, partBytes });
    const only = partOf(1, contents[2]!);
    expect(await send(only, contents[2]!)).toBe(200);
    expect(await files.uploads.complete(upload, [only])).toBe(true);
    expect((await files.head(small))!.sizeBytes).toBe(1_001);
  });

  test("says which parts have arrived, by number", async () => {
    expect(await files.uploads.parts(upload)).toEqual([]);
    await send(parts[2]!, contents[2]!);
    await send(parts[0]!, contents[0]!);
    expect(await files.uploads.parts(upload)).toEqual([parts[0], parts[2]]);
  });

  test("keeps the part that was sent last under a number", async () => {
    await sendAll();
    const other = altered(contents[0]!);
    expect(await send(partOf(1, other), other)).toBe(200);
    expect(await files.uploads.complete(upload, parts)).toBe(false);
    const now = [partOf(1, other), ...parts.slice(1)];
    expect(await files.uploads.parts(upload)).toEqual(now);
    expect(await files.uploads.complete(upload, now)).toBe(true);
    expect((await buffer((await files.get(key))!.body)).subarray(0, partBytes).equals(other)).toBe(true);
  });

  describe("keeps nothing of a part", () => {
    const part = parts[2]!;
    const body = contents[2]!;

    test.each<[string, number, () => Promise<number>]>([
      ["without its checksum", 403, () => send(part, body, {})],
      [
        "with another checksum than was agreed",
        403,
        () =>
          send(part, body, {
            "x-amz-checksum-sha256": Buffer.from(parts[0]!.sha256, "hex").toString("base64"),
          }),
      ],
      ["with other content", 400, () => send(part, altered(body))],
      ["with more bytes", 403, () => send(part, Buffer.concat([body, body]))],
      ["with fewer bytes", 403, () => send(part, body.subarray(1))],
    ])("%s", async (_, status, attempt) => {
      expect(await attempt()).toBe(status);
      expect(await files.uploads.parts(upload)).toEqual([]);
    });

    test("by a request for another one", async () => {
      const { method, url, headers } = await files.uploads.presignPart(upload, part, 60);
      const other = url.replace(/\b(part|partNumber)=3/, "$1=2");
      expect(other).not.toBe(url);
      const response = await fetch(other, { method, headers, body: new Uint8Array(body) });
      expect(response.status).toBe(403);
      expect(await files.uploads.parts(upload)).toEqual([]);
    });

    test("by a request that has expired", async () => {
      const { method, url, headers } = await files.uploads.presignPart(upload, part, 1);
      await sleep(2_100);
      const response = await fetch(url, { method, headers, body: new Uint8Array(body) });
      expect(response.status).toBe(403);
      expect(await files.uploads.parts(upload)).toEqual([]);
    });

    test("whose sender leaves in the middle", async () => {
      const { method, url, headers } = await files.uploads.presignPart(upload, parts[0]!, 60);
      const sending = sendRequest(url, { method, headers: { ...headers, "content-length": partBytes } });
      const failed = once(sending, "error").catch((error) => error);
      sending.write(contents[0]!.subarray(0, 1_000_000));
      await sleep(100);
      sending.destroy();
      await failed;
      await sleep(100);
      expect(await files.uploads.parts(upload)).toEqual([]);
      expect(await send(parts[0]!, contents[0]!)).toBe(200);
    });

    test("that would replace a good one", async () => {
      await send(part, body);
      expect(await send(partOf(3, altered(body)), body)).toBe(400);
      expect(await files.uploads.parts(upload)).toEqual([part]);
    });
  });

  test("stays open while a part is missing, or another than is said", async () => {
    await send(parts[0]!, contents[0]!);
    await send(parts[2]!, contents[2]!);
    expect(await files.uploads.complete(upload, parts)).toBe(false);
    await send(parts[1]!, contents[1]!);
    const other = { ...parts[1]!, sha256: sha256Of(Buffer.from("other")) };
    expect(await files.uploads.complete(upload, [parts[0]!, other, parts[2]!])).toBe(false);
    expect(await files.head(key)).toBeUndefined();
    expect(await files.uploads.complete(upload, parts)).toBe(true);
  });

  test("can be completed by one of many at once, and is over then", async () => {
    await sendAll();
    const outcomes = await Promise.all([1, 2, 3].map(() => files.uploads.complete(upload, parts)));
    expect(outcomes).toContain(true);
    expect((await files.head(key))!.sizeBytes).toBe(sizeBytes);
    expect(await files.uploads.parts(upload)).toBeUndefined();
    expect(await openUploads()).not.toContain(upload.uploadId);
    await files.uploads.abort(upload);
    expect((await files.head(key))!.sizeBytes).toBe(sizeBytes);
  });

  test("that is aborted is gone with its parts, and takes no more", async () => {
    await sendAll();
    await files.uploads.abort(upload);
    expect(await files.uploads.parts(upload)).toBeUndefined();
    expect(await files.uploads.complete(upload, parts)).toBe(false);
    expect(await send(parts[2]!, contents[2]!)).toBe(404);
    expect(await files.head(key)).toBeUndefined();
    await files.uploads.abort(upload);
  });

  test("is listed while it is open, with its key and since when", async () => {
    const found = [];
    for await (const each of files.uploads.list()) found.push(each);
    const mine = found.find(({ uploadId }) => uploadId === upload.uploadId);
    expect(mine?.key).toBe(key);
    expect(Math.abs(mine!.startedAt.getTime() - Date.now())).toBeLessThan(5_000);
    await files.uploads.abort(upload);
    expect(await openUploads()).not.toContain(upload.uploadId);
  });
});
