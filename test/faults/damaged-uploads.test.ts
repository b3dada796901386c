// Proves contract rules: upload-session-state, nothing-half-done.

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storeUpload } from "#lib/actions/uploads/store-upload.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { Upload } from "#lib/media/upload.ts";
import { uploadAudio, uploadImage, uploadVideo } from "#lib/routes/editor-media.ts";
import { readUpload } from "#lib/routes/editor-uploads.ts";
import type { FormValues } from "#lib/routes/fields.ts";
import type { Route } from "#lib/routes/route.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { call } from "#test/support/call.ts";
import { multipart, problemsIn } from "#test/support/form.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { everythingStored } from "#test/support/stored.ts";
import { useWorld } from "#test/support/world.ts";
import { type DamagedStore, damagedStores } from "./damaged-stores.ts";

useWorld();

const uploaded = async (name: string, content: Uint8Array): Promise<Upload> => {
  const { id } = (await readUserByName("bo"))!;
  return storeUpload(
    id,
    { name, contentType: "" },
    (async function* () {
      yield content;
    })(),
  );
};

interface Form {
  readonly route: Route<never, FormValues>;
  readonly field: string;
  readonly name: string;
  readonly content: () => Promise<Uint8Array>;
}

const forms: readonly Form[] = [
  { route: uploadImage, field: "file", name: "heron.png", content: () => samplePicture("png") },
  { route: uploadAudio, field: "mp3", name: "a.mp3", content: () => readFile(recordingPath("chapters.mp3")) },
  {
    route: uploadVideo,
    field: "original",
    name: "a.mp4",
    content: () => readFile(recordingPath("half-second.mp4")),
  },
];

describe.each(damagedStores)("a complete upload in a $name", ({ open }) => {
  let store: Awaited<ReturnType<DamagedStore["open"]>>;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  const send = async ({ route, field }: Form, { id }: Upload) =>
    call(route, { as: "bo", ...(await multipart({ title: "Dusk", [field]: String(id) })) });

  const replaceBy = (content: string) => async (upload: Upload) =>
    (await openFiles()).put(fileKey(upload.key), Buffer.from(content), "application/octet-stream");

  const damages: readonly [string, (upload: Upload) => Promise<unknown>][] = [
    ["is shortened", (upload) => store.halve(upload)],
    ["is empty", replaceBy("")],
    ["is another one", replaceBy("a heron ".repeat(100_000))],
    ["is lost", async (upload) => (await openFiles()).delete(fileKey(upload.key))],
  ];

  test.each(damages)(
    "whose file %s is refused and removed, and nothing else is stored",
    async (_, damage) => {
      for (const form of forms) {
        const before = await everythingStored();
        const upload = await uploaded(form.name, await form.content());
        await damage(upload);
        const answer = await send(form, upload);
        expect([form.name, answer.status, problemsIn(answer)]).toEqual([
          form.name,
          400,
          [`${form.field}/not_found`],
        ]);
        expect((await call(readUpload, { as: "bo", params: { id: upload.id } })).status).toBe(404);
        expect(await everythingStored()).toEqual(before);
      }
    },
  );

  test("is taken where nothing has happened to it", async () => {
    for (const form of forms) {
      const { status } = await send(form, await uploaded(form.name, await form.content()));
      expect([form.name, status]).toEqual([form.name, 201]);
    }
  });
});
