// Proves contract rules: audio-and-video-files, podcast-feeds.

import { parseRssFeed } from "feedsmith";
import { beforeAll, expect, test, vi } from "vitest";
import { exportManifest } from "#lib/manifest/export.ts";
import { manifestJsonSchema } from "#lib/manifest/json-schema.ts";
import type { AudioFormatEntry } from "#lib/media/audio-format-table.ts";
import { kindsOfName } from "#lib/media/file-rules.ts";
import { openApiDocument } from "#lib/openapi/document.ts";
import { uploadAudio } from "#lib/routes/editor-media.ts";
import { readEditorAudio } from "#lib/routes/editor-media-objects.ts";
import { listOwnAudios } from "#lib/routes/own-media.ts";
import { routes } from "#lib/routes/table.ts";
import {
  applyFeedSite,
  feedSite,
  podcastEpisode,
  renewAfresh,
  served,
  writeSiteFiles,
} from "#test/lib/feed-renewal/feed-site.ts";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { call } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { formFile, multipart, problemsIn } from "#test/support/form.ts";
import { visit } from "#test/support/site-pages.ts";
import { useTable } from "#test/support/table.ts";

/** The one entry, for FLAC by another name, which may itself be added. The rest of the service follows. */
vi.mock("#lib/media/audio-format-table.ts", async (original) => {
  const { audioFormatTable } = await original<typeof import("#lib/media/audio-format-table.ts")>();
  const lossless: AudioFormatEntry = {
    title: "Lossless",
    extensions: { lossless: "audio/x-lossless" },
    alsoDeclared: ["audio/lossless"],
    container: /^fLaC/,
    demuxer: "flac",
    decoders: "flac",
  };
  return { audioFormatTable: { ...audioFormatTable, lossless } };
});

useTable();
useFiles();
const folder = useMediaFolder();

/** The head of two seconds of silence at 8 kHz. Source: RFC 9639, section 8. */
const silence = Buffer.from(
  `664c614380000022${"10001000000000000000"}01f400f000003e80${"00".repeat(16)}`,
  "hex",
);

let ids: Awaited<ReturnType<typeof applyFeedSite>>["ids"];

beforeAll(async () => {
  await writeSiteFiles(folder);
  await folder.write("flute.lossless", silence);
  const site = feedSite({ episodes: [podcastEpisode("flute", { podcast_audio: { audio: "flute" } })] });
  const { audios, ...rest } = site as { readonly audios: readonly object[] };
  const access = {
    groups: [
      { name: "Hosts", admin_access: true, collections: [{ collection: "Root", audios: ["add", "choose"] }] },
    ],
    users: [{ username: "ada", groups: ["Hosts"] }],
    tokens: [{ name: "ada", user: "ada", secret: "ada" }],
  };
  const flute = { key: "flute", title: "Flute", lossless: "flute.lossless" };
  ({ ids } = await applyFeedSite({ ...rest, ...access, audios: [...audios, flute] }, folder));
  await renewAfresh();
});

const upload = async (field: string, file: File) =>
  call(uploadAudio, { as: "ada", ...(await multipart({ title: "Silence", [field]: file })) });

test("a file of the format is told by its name and its first bytes, probed, stored and listed", async () => {
  expect(kindsOfName("silence.lossless")).toEqual(["audio"]);
  const answer = await upload("lossless", formFile("silence.lossless", silence, "audio/x-lossless"));
  expect(answer.body).toMatchObject({
    file_formats: "lossless",
    mp3: null,
    lossless: expect.stringMatching(/^\/media\/audios\/\d+\/[0-9a-f]{12}\/silence\.lossless$/),
  });
  const read = await call(readEditorAudio, { as: "ada", params: { id: answer.body.id } });
  expect(read.body).toMatchObject({ lossless: answer.body.lossless, duration: 2 });
  const own = await call(listOwnAudios, { as: "ada" });
  expect(own.body.results[0]).toMatchObject({
    file_formats: "lossless",
    lossless: expect.stringContaining("silence.lossless"),
  });
});

test.each<[string, string, File, string]>([
  ["of another name", "lossless", formFile("silence.mp3", silence), "lossless/invalid_extension"],
  [
    "of another type",
    "lossless",
    formFile("silence.lossless", silence, "audio/mpeg"),
    "lossless/invalid_content_type",
  ],
  [
    "with other bytes",
    "lossless",
    formFile("silence.lossless", "ID3 silence"),
    "lossless/invalid_media_container",
  ],
  ["in the field of another format", "mp3", formFile("silence.lossless", silence), "mp3/invalid_extension"],
])("a file %s is refused", async (_name, field, file, problem) => {
  expect(problemsIn(await upload(field, file))).toEqual([problem]);
});

test("a podcast has a feed of the format, which its page names, and players offer the file", async () => {
  const { title, items } = parseRssFeed((await served(`${ids.pages.calls}/lossless.rss`))!);
  expect(title).toBe("Calls & cries");
  expect(items?.[0]?.enclosures).toEqual([
    {
      url: expect.stringMatching(/\/media\/audios\/\d+\/\w+\/flute\.lossless$/),
      length: silence.length,
      type: "audio/x-lossless",
    },
  ]);
  expect(await served(`${ids.pages.calls}/mp3.rss`)).toBeUndefined();
  expect((await visit("/calls/")).body).toContain('title="Calls &amp; cries (Lossless)"');
  const { body } = await visit("/calls/flute/");
  expect(body).toMatch(/<source src="[^"]*flute\.lossless" type="audio\/x-lossless"/);
  expect(body).toContain("Download LOSSLESS");
});

test("manifests, their schema and the OpenAPI document have it", async () => {
  const { manifest } = await exportManifest();
  expect(manifest.audios).toContainEqual(
    expect.objectContaining({ key: "flute", lossless: expect.any(String) }),
  );
  expect(JSON.stringify(manifestJsonSchema())).toContain('"lossless"');
  const { schemas } = openApiDocument(routes).components;
  const having = Object.entries(schemas).filter(([, schema]) =>
    JSON.stringify(schema).includes('"lossless"'),
  );
  expect(having.map(([name]) => name)).toEqual(
    expect.arrayContaining(["EditorAudio", "LegacyAudio", "EditorMediaUploadAudioBody"]),
  );
});
