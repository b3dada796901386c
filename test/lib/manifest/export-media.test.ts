import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stringify } from "yaml";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { storedFile, useFiles } from "#test/support/files.ts";
import { addMedia } from "#test/support/media.ts";
import { everyMedia, useMediaFolder } from "./media-folder.ts";
import { blogWith, post } from "./site.ts";

const folder = useMediaFolder();
useFiles();

beforeEach(async () => {
  await useEmptyTable();
  process.env.SITE_POST_BODY_BLOCKS = JSON.stringify({
    sections: { detail: ["cards", "mixed"] },
    blocks: {
      cards: { type: "list", item: { type: "struct", fields: { picture: { type: "image" } } } },
      mixed: { type: "stream", blocks: { film: { type: "video" } } },
    },
  });
});
afterEach(() => {
  delete process.env.SITE_POST_BODY_BLOCKS;
});

/** Writes the manifest and its files like `lectern export`. */
const exported = async () => {
  const { manifest, files } = await exportManifest();
  const place = join(folder.path, "exported");
  for (const { file, path } of files) {
    await mkdir(dirname(join(place, path)), { recursive: true });
    await writeFile(join(place, path), (await storedFile(file.key)).content, "latin1");
  }
  const path = join(place, "site.yaml");
  await writeFile(path, stringify(manifest, { aliasDuplicateObjects: false }));
  // biome-ignore lint/suspicious/noExplicitAny: tests look into manifests freely.
  return { path, manifest: manifest as any };
};

const apply = (posts: readonly object[]) =>
  applyManifest(blogWith(posts, everyMedia), { folder: folder.path });

const references = {
  cover_image: { image: "heron", alt_text: "It stands" },
  overview: [{ type: "gallery", value: [{ image: "heron", caption: "One" }, { image: "egret" }] }],
  detail: [
    { type: "audio", value: { audio: "one" } },
    { type: "video", value: { video: "clip" } },
  ],
  draft: { cover_image: { image: "egret" }, detail: [{ type: "image", value: { image: "heron" } }] },
};

test("media and everything that refers to them make a file that changes nothing, and the same site elsewhere", async () => {
  await apply([
    post("marsh", references),
    post("custom", {
      detail: [
        { type: "cards", value: [{ picture: { image: "egret" } }] },
        { type: "mixed", value: [{ type: "film", value: { video: "plain" } }] },
      ],
      stored_body: { aside: [{ type: "audio", value: { $audio: "bare" } }] },
    }),
  ]);
  const { path, manifest } = await exported();
  expect(await applyManifest(path)).toMatchObject({ created: 0, updated: 0 });
  await useEmptyTable();
  // Other ids than before.
  await addMedia("image", () => ({ ...imageWithoutFiles, title: "Somebody else's" }));
  await applyManifest(path, { prune: "all" });
  expect((await exportManifest()).manifest).toEqual(manifest);
});

const noFile = {
  key: "images/9/0123456789ab/none.png",
  contentType: "image/png",
  sizeBytes: 1,
  width: 1,
  height: 1,
};
const imageWithoutFiles = {
  collectionId: 1,
  tags: [],
  ownerId: null,
  createdAt: "2026-01-02T03:04:05.000Z",
  description: "",
  file: noFile,
  cover: noFile,
  display: noFile,
};

test("what authors can write is written as they would, with keys in place of ids", async () => {
  await apply([post("marsh", references)]);
  const { manifest } = await exported();
  expect(manifest).toMatchObject(blogWith([post("marsh", references)]));
  expect(JSON.stringify(manifest.pages)).not.toContain("stored_body");
});

test("media are written with all their fields, and no defaults", async () => {
  await apply([]);
  const { images, audios, videos } = (await exported()).manifest;
  const { file: _file, ...heron } = everyMedia.images[0]!;
  const { mp3: _mp3, opus: _opus, transcript: _transcript, chapters, ...one } = everyMedia.audios[0]!;
  expect(images).toEqual([
    { ...heron, file: "media/images/heron/heron.jpg" },
    { key: "egret", title: "An egret", file: expect.any(String), created_at: "2026-01-03T00:00:00.000Z" },
  ]);
  expect(audios[0]).toEqual({
    ...one,
    mp3: "media/audios/one/one.mp3",
    opus: "media/audios/one/one.opus",
    transcript: "media/audios/one/transcript/one.json",
    chapters: [{ start: "00:00:00.000", title: "Intro" }, chapters![0]],
  });
  expect(Object.keys(audios[1]).sort()).toEqual(["chapters", "created_at", "key", "mp3"]);
  expect(Object.keys(videos[0]).sort()).toEqual(
    ["created_at", "key", "original", "owner", "poster", "tags", "title"].sort(),
  );
});

test("an exported upload gets a key with its id, which is recognized here and created on another site", async () => {
  const { ids } = await apply([]);
  const { key: _, ...heron } = (await readMediaOfKind("image", [ids.images.heron!]))[0]!;
  const upload = await addMedia("image", () => ({ ...heron, createdAt: "2026-04-04T00:00:00.000Z" }));
  const key = `image-${upload.id}`;
  const { path, manifest } = await exported();
  expect(manifest.images[2].key).toBe(key);
  const again = await applyManifest(path);
  expect(again).toMatchObject({ created: 0, updated: 0 });
  expect(again.ids.images[key]).toBe(upload.id);
  await useEmptyTable();
  for (let count = 0; count < upload.id; count++) {
    await addMedia("image", () => ({ ...imageWithoutFiles, title: "Somebody else's" }));
  }
  const elsewhere = await applyManifest(path);
  expect(elsewhere.ids.images[key]).not.toBe(upload.id);
  expect((await readMediaOfKind("image", [elsewhere.ids.images[key]!]))[0]).toMatchObject({
    key,
    title: heron.title,
  });
});

test("the ids do not show in an export: where some are missing, another site exports the same", async () => {
  const { ids } = await apply([post("marsh", { detail: [{ type: "image", value: { image: "egret" } }] })]);
  await deleteMedia("image", ids.images.heron!);
  await deleteMedia("audio", ids.audios.one!);
  await deleteMedia("video", ids.videos.clip!);
  const { path, manifest } = await exported();
  await useEmptyTable();
  const elsewhere = await applyManifest(path);
  expect(elsewhere.ids.images.egret).not.toBe(ids.images.egret);
  expect((await exportManifest()).manifest).toEqual(manifest);
});

test("every key has a folder of its own in an export, whatever is in it and wherever case does not count", async () => {
  const keys = [
    "heron",
    "Heron",
    "HERON",
    "he/ron",
    "../heron",
    "..",
    "heron.1",
    "鷺",
    "ep 1",
    "x".repeat(200),
  ];
  const images = keys.map((key) => ({ key, title: key, file: "media/heron.jpg" }));
  await applyManifest({ version: 1, images }, { folder: folder.path });
  const { path, manifest } = await exported();
  const paths: string[] = manifest.images.map(({ file }: { file: string }) => file.toLowerCase());
  expect(new Set(paths).size).toBe(keys.length);
  for (const each of paths) expect(each).toMatch(/^media\/images\/[a-z0-9_-][a-z0-9._-]{0,110}\/heron\.jpg$/);
  expect(await applyManifest(path)).toMatchObject({ created: 0, updated: 0 });
});

test("a transcript of the name of its recording does not take its place in an export", async () => {
  await folder.write("transcripts/one.mp3", '{"transcripts": []}');
  const audio = { key: "one", mp3: "media/one.mp3", transcript: "transcripts/one.mp3" };
  await applyManifest({ version: 1, audios: [audio] }, { folder: folder.path });
  const { path } = await exported();
  expect(await applyManifest(path)).toMatchObject({ created: 0, updated: 0 });
});

test("references to what is gone refer to nothing: covers go, and blocks stay placeholders", async () => {
  const { ids } = await apply([post("marsh", references)]);
  await deleteMedia("image", ids.images.heron!);
  const { manifest } = await exported();
  const [marsh] = manifest.pages[0].children[0].children;
  expect(marsh.cover_image).toBeUndefined();
  expect(marsh.stored_body.overview[0].value.gallery).toMatchObject([
    { value: { image: null, caption: "One" } },
    { value: { image: { $image: "egret" }, caption: "" } },
  ]);
  expect(marsh.draft.stored_body.detail).toEqual([{ type: "image", value: null }]);
});

test("galleries of older content, whose entries are integers, keep their form", async () => {
  const gallery = {
    layout: "wide",
    gallery: [{ $image: "heron" }, { type: "item", value: { $image: "egret" } }],
  };
  const stored = { detail: undefined, stored_body: { detail: [{ type: "gallery", value: gallery }] } };
  await apply([post("marsh", stored)]);
  const { manifest } = await exported();
  expect(manifest.pages[0].children[0].children[0].stored_body).toEqual(stored.stored_body);
});
