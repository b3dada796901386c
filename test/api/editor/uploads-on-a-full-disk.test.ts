// Proves contract rules: storage-full, nothing-half-done.

import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { handler as removeLeftoverFiles } from "#functions/jobs/remove-leftover-files.ts";
import { clock } from "#lib/clock.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { uploadAudio, uploadImage, uploadVideo } from "#lib/routes/editor-media.ts";
import { completeUpload, createUpload, discardUpload } from "#lib/routes/editor-uploads.ts";
import type { FormValues } from "#lib/routes/fields.ts";
import type { Route } from "#lib/routes/route.ts";
import { standIn } from "#test/lib/probing/stand-in.ts";
import { aroundCommands } from "#test/support/around-commands.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { type FormFields, formFile, multipart } from "#test/support/form.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { everythingStored } from "#test/support/stored.ts";
import { begin, putPart } from "#test/support/uploads.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
useServedFiles();

const reads = new Set(["BatchGetItem", "GetItem", "Query", "Scan", "TransactGetItems"]);

const noRoomForFiles = () => Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

/** The words of dynoxide, as an engine; `faults/table-file.test.ts` has those of a table in a file. */
const noRoomForItems = () =>
  Object.assign(new Error("commit failed (backend: database or disk is full)"), {
    name: "InternalServerError",
  });

/** What grows when it is written, in files and in the database. */
interface FullFrom {
  /** Counted from 0: from this write on, none has room. */
  readonly write: number;
  /** Only files find no room, or both. */
  readonly of: "files" | "everything";
}

/** Does the work while the disk is full from a write on; true if it got there. Removing makes no room. */
const onFullDisk = async ({ write, of }: FullFrom, work: () => Promise<void>): Promise<boolean> => {
  let written = 0;
  const grow = async <Result>(refuse: () => Error, send: () => Promise<Result>): Promise<Result> => {
    if (written++ >= write) throw refuse();
    return send();
  };
  const store = await openFiles();
  const { put, copy } = store;
  const { begin: open, complete: join } = store.uploads;
  const spies = [
    vi.spyOn(store, "put").mockImplementation((...given) => grow(noRoomForFiles, () => put(...given))),
    vi.spyOn(store, "copy").mockImplementation((...given) => grow(noRoomForFiles, () => copy(...given))),
    vi
      .spyOn(store.uploads, "begin")
      .mockImplementation((...given) => grow(noRoomForFiles, () => open(...given))),
    vi
      .spyOn(store.uploads, "complete")
      .mockImplementation((...given) => grow(noRoomForFiles, () => join(...given))),
  ];
  const stop = aroundCommands((send, { operation }) =>
    reads.has(operation) || of === "files" ? send() : grow(noRoomForItems, send),
  );
  try {
    await work();
    return written > write;
  } finally {
    stop();
    for (const spy of spies) spy.mockRestore();
  }
};

/** But locks, which end, and files of uploads, which are those of their sessions until these end. */
const lasting = (stored: readonly string[]): readonly string[] =>
  stored.filter((key) => !/^(LOCK#|uploads\/\d)/.test(key));

/** What is there two hours later, when the jobs have run. */
const leftByJobs = async (): Promise<readonly string[]> => {
  const later = vi.spyOn(clock, "nowMs").mockReturnValue(Date.now() + 2 * 3_600_000);
  await removeLeftoverFiles();
  later.mockRestore();
  return lasting(await everythingStored());
};

const emptyFile: Buffer = Buffer.alloc(0);

const files = { audio: emptyFile, video: emptyFile, picture: emptyFile };

beforeAll(async () => {
  files.audio = await readFile(recordingPath("chapters.mp3"));
  files.video = await readFile(recordingPath("two-seconds.mp4"));
  files.picture = await samplePicture();
});

const formTo = async (route: Route<never, FormValues>, fields: FormFields) =>
  (await call(route, { as: "bo", ...(await multipart(fields)) })).status;

const uploadWith = async (content: Buffer): Promise<number> => {
  const { id } = await begin(content.length, { name: "a.mp3" }, "bo");
  await putPart(id, 1, new Uint8Array(content), "bo");
  return id;
};

const complete = async (id: number): Promise<number> =>
  (await call(completeUpload, { as: "bo", params: { id }, body: {} })).status;

interface Way {
  /** Done before the disk is full. */
  readonly prepare?: () => Promise<number>;
  readonly send: (prepared: number) => Promise<number>;
}

const ways: Readonly<Record<string, Way>> = {
  "an image": {
    send: () => formTo(uploadImage, { title: "x", file: formFile("a.png", files.picture) }),
  },
  "an audio": { send: () => formTo(uploadAudio, { mp3: formFile("a.mp3", files.audio) }) },
  "a video with a poster": {
    send: () => {
      const original = formFile("a.mp4", files.video);
      return formTo(uploadVideo, { title: "x", original, poster: formFile("a.png", files.picture) });
    },
  },
  "the beginning of an upload": {
    send: async () => (await call(createUpload, { as: "bo", body: { name: "a.mp3", size: 1_000 } })).status,
  },
  "the end of an upload": { prepare: () => uploadWith(files.audio), send: complete },
  "an audio that was uploaded": {
    prepare: async () => {
      const id = await uploadWith(files.audio);
      await complete(id);
      return id;
    },
    send: (id) => formTo(uploadAudio, { mp3: String(id) }),
  },
};

describe.each(["files", "everything"] as const)("on a disk that is full for %s from any write on", (of) => {
  test.each(Object.entries(ways))("%s is refused as documented, and nothing is left", async (_, way) => {
    using _log = captureLog();
    standIn("ffprobe", `echo '{"format": {"duration": "3.5"}}'`);
    standIn("ffmpeg", "exit 1");
    let write = 0;
    for (; ; write++) {
      const prepared = (await way.prepare?.()) ?? 0;
      const before = lasting(await everythingStored());
      let status = 0;
      const isFull = await onFullDisk({ write, of }, async () => {
        status = await way.send(prepared);
      });
      // What is written later, such as the end of a lock, does not undo what was done.
      if (!isFull || status < 300) break;
      expect([write, status]).toEqual([write, 507]);
      if (of === "files") expect(lasting(await everythingStored())).toEqual(before);
      else expect(await leftByJobs()).toEqual(before);
      if (prepared) await call(discardUpload, { as: "bo", params: { id: prepared } });
    }
    expect(write).toBeGreaterThan(0);
  });
});
