import { randomBytes } from "node:crypto";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { connect } from "#cli/publish/client.ts";
import { sendFile } from "#cli/upload/send-file.ts";
import { findSource } from "#cli/upload/source.ts";
import { completedUpload } from "#lib/actions/uploads/upload-progress.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { log } from "#lib/log.ts";
import { guardedFetch } from "#lib/outbound/guarded-fetch.ts";
import { completeUpload, createUpload, discardUpload } from "#lib/routes/editor-uploads.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";

import { call } from "#test/support/call.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { checksumOf, putPart } from "#test/support/uploads.ts";
import { useWorld } from "#test/support/world.ts";

vi.mock("#lib/outbound/guarded-fetch.ts", { spy: true });

useWorld();
const service = useServedFiles();

const partBytes = 8 * 1024 * 1024;
const parts = [randomBytes(partBytes), randomBytes(1_000)];
/** More parts than are sent at once. */
const manyParts = [...Array.from({ length: 3 }, () => randomBytes(partBytes)), randomBytes(1_000)];

let folder: string;
let file: string;
let named = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-upload-"));
  file = join(folder, `heron-${++named}.mp4`);
  await writeFile(file, Buffer.concat(parts));
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.mocked(guardedFetch).mockReset();
  await rm(folder, { recursive: true });
});

const ada = () => ({ url: service.url, token: "ada" });

const client = () => connect(ada(), { attempts: 3, firstWaitMs: 1 });

/** Sends the file; gives the upload's id, and how many parts were sent and how many were there. */
const send = async () => {
  const found = { sent: 0, there: 0 };
  const watcher = {
    begun: () => Object.assign(found, { sent: 0, there: 0 }),
    arrived: (_: number, wasSent: boolean) => {
      found[wasSent ? "sent" : "there"]++;
    },
  };
  const retries = { attempts: 4, firstWaitMs: 1 };
  const id = await sendFile(ada(), await findSource(file, undefined), watcher, retries);
  return { id, ...found };
};

const begin = (size = Buffer.concat(parts).length) =>
  client()(createUpload, { body: { name: `heron-${named}.mp4`, size } });

/** The file of an upload, and the service's description of it. */
const arrived = async (id: number) => {
  const upload = (await completedUpload(id, (await readUserByName("ada"))!.id))!;
  const { body } = (await service.store.get(fileKey(upload.key)))!;
  return { ...upload, content: await buffer(body) };
};

const expectWhole = async (id: number, ...expected: Buffer[]): Promise<void> => {
  const { content, digest, contentType } = await arrived(id);
  expect(content.equals(Buffer.concat(expected))).toBe(true);
  expect([digest, contentType]).toEqual([checksumOf(...expected), "video/mp4"]);
};

describe("a file that is sent", () => {
  test("arrives whole, under its checksum and its name's type, a few parts on their way at a time", async () => {
    let under = 0;
    let most = 0;
    const { receive } = service.store.uploads;
    vi.spyOn(service.store.uploads, "receive").mockImplementation(async (...part) => {
      most = Math.max(most, ++under);
      const receipt = await receive(...part);
      under--;
      return receipt;
    });
    await writeFile(file, Buffer.concat(manyParts));
    const { id, ...counts } = await send();
    expect(counts).toEqual({ sent: 4, there: 0 });
    await expectWhole(id, ...manyParts);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(3);
  });

  test("is sent on from where an earlier run was cut off", async () => {
    const { id } = await begin();
    await putPart(id, 2, parts[1]!);
    const again = await send();
    expect(again).toEqual({ id, sent: 1, there: 1 });
    expect((await arrived(id)).content.equals(Buffer.concat(parts))).toBe(true);
  });

  test("is not sent again when it is there already", async () => {
    const { id } = await send();
    expect(await send()).toEqual({ id, sent: 0, there: 2 });
  });

  test("replaces the parts in which it is another than before", async () => {
    const { id } = await begin();
    for (const [index, part] of parts.entries()) await putPart(id, index + 1, part);
    const other = [randomBytes(partBytes), parts[1]!];
    await writeFile(file, Buffer.concat(other));
    expect(await send()).toEqual({ id, sent: 1, there: 1 });
    expect((await arrived(id)).content.equals(Buffer.concat(other))).toBe(true);
  });

  test("leaves a complete upload of another file of its name and length alone", async () => {
    const first = await send();
    const other = parts.toReversed();
    await writeFile(file, Buffer.concat(other));
    const second = await send();
    expect(second.sent).toBe(2);
    await expectWhole(first.id, ...parts);
    const { content } = await arrived(second.id);
    expect(content.equals(Buffer.concat(other))).toBe(true);
  });

  test("begins anew when its session is given up meanwhile", async () => {
    const { id } = await begin();
    const { receive } = service.store.uploads;
    vi.spyOn(service.store.uploads, "receive").mockImplementationOnce(async (...part) => {
      await call(discardUpload, { as: "ada", params: { id } });
      return receive(...part);
    });
    const sent = await send();
    expect(sent.id).not.toBe(id);
    expect(sent.sent).toBe(2);
    await expectWhole(sent.id, ...parts);
  });

  test("by two at once is one file", async () => {
    await begin();
    // The first must not have completed the upload before the second looks for it.
    const { fetch } = globalThis;
    const bothLooked = Promise.withResolvers<void>();
    let looks = 0;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const isLook = new URL(String(input)).pathname === "/api/editor/uploads/";
      if (!isLook) await bothLooked.promise;
      const answer = await fetch(input, init);
      if (isLook && ++looks === 2) bothLooked.resolve();
      return answer;
    });
    const [one, other] = await Promise.all([send(), send()]);
    expect(one.id).toBe(other.id);
    expect((await arrived(one.id)).content.equals(Buffer.concat(parts))).toBe(true);
  });
});

describe("what fails on the way", () => {
  test("is retried: network errors, failures of the store, and throttling", async () => {
    const failures = [
      () => Promise.reject(new Error("read ECONNRESET")),
      async () => new Response("", { status: 503 }),
      async () => new Response("", { status: 429 }),
    ];
    const parted = vi.mocked(guardedFetch);
    for (const failure of failures) parted.mockImplementationOnce(failure);
    const { id } = await send();
    expect(parted.mock.calls.length).toBe(failures.length + parts.length);
    await expectWhole(id, ...parts);
  });

  test("again and again ends the run, which a later one completes", async () => {
    const { receive } = service.store.uploads;
    let parted = 0;
    vi.spyOn(service.store.uploads, "receive").mockImplementation(async (...part) =>
      ++parted <= 1 ? receive(...part) : Promise.reject(new Error("The disk is full")),
    );
    vi.spyOn(log, "write").mockReturnValue(undefined);
    await expect(send()).rejects.toThrow("the file store answered 500");
    vi.restoreAllMocks();
    const { id, sent } = await send();
    expect(sent).toBe(1);
    expect((await arrived(id)).content.equals(Buffer.concat(parts))).toBe(true);
  });

  test("ends the run at once where the store refuses the part", async () => {
    const parted = vi.mocked(guardedFetch).mockImplementation(async () => new Response("", { status: 403 }));
    await writeFile(file, Buffer.concat(manyParts));
    await expect(send()).rejects.toThrow("the file store answered 403");
    expect(parted.mock.calls.length).toBeLessThanOrEqual(3);
  });

  test("a file that changes while it is read is not completed", async () => {
    const { receive } = service.store.uploads;
    vi.spyOn(service.store.uploads, "receive").mockImplementationOnce(async (...part) => {
      await utimes(file, new Date(), new Date(0));
      return receive(...part);
    });
    await expect(send()).rejects.toThrow(`${file} was changed while it was being read`);
    const { id, sent } = await send();
    expect(sent).toBe(0);
    expect((await call(completeUpload, { as: "ada", params: { id }, body: {} })).status).toBe(200);
  });
});
