import { expect, test } from "vitest";
import { storeUpload } from "#lib/actions/uploads/store-upload.ts";
import { removeUpload } from "#lib/actions/uploads/usable-upload.ts";
import { sha256Of } from "#lib/files/part-checksum.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { applyPart } from "#lib/manifest/apply-part.ts";
import { sentFiles } from "#lib/manifest/media/sent-files.ts";
import { useFiles } from "#test/support/files.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useTable } from "#test/support/table.ts";
import { useMediaFolder } from "./media-folder.ts";

useTable();
useFiles();
const folder = useMediaFolder();

const egret = { version: 1, images: [{ key: "egret", title: "An egret", file: "media/egret.png" }] };

async function* piece(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

test("a run whose upload another one has used finds the object that the other has made", async () => {
  const userId = 1;
  const content = await samplePicture("png", { colour: "white" });
  const upload = await storeUpload(userId, { name: "egret.png", contentType: "image/png" }, piece(content));
  const described = {
    sizeBytes: content.length,
    sha256: sha256Of(content),
    partsSha256: upload.sha256!,
    firstBytes: content.subarray(0, 12),
    uploadId: upload.id,
  };
  const files = sentFiles({
    described: [{ path: "media/egret.png", content: described }],
    found: [],
    ...{ userId, hasTime: () => true },
  });
  let stores = 0;
  const overtake = async (): Promise<void> => {
    if (stores++ > 0) return;
    await applyManifest(egret, { folder: folder.path });
    await removeUpload(upload.id, userId);
  };
  const part = await applyPart(egret, {
    ...{ dryRun: false, pruning: undefined, variables: {}, exposed: false, hasTime: () => true },
    caller: { username: "root", token: null },
    files: {
      ...files,
      // The check reads the file as well, before anything is applied.
      picture: async (...asked) => {
        const checked = await files.picture(...asked);
        if (typeof checked === "string") return checked;
        const bytes = async () => {
          await overtake();
          return checked.bytes();
        };
        return { ...checked, bytes };
      },
    },
  });
  expect(part).toMatchObject({
    state: "complete",
    entries: { created: [], updated: [], unchanged: ["image egret"] },
  });
  expect(stores).toBe(1);
});
