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

/** The one entry. The rest of the service follows from it. */
vi.mock("#lib/media/audio-format-table.ts", async (original) => {
  const { audioFormatTable } = await original<typeof import("#lib/media/audio-format-table.ts")>();
  const flac: AudioFormatEntry = {
    title: "FLAC",
    extensions: { flac: "audio/flac" },
    alsoDeclared: ["audio/x-flac"],
    container: /^fLaC/,
    demuxer: "flac",
    decoders: "flac",
  };
  return { audioFormatTable: { ...audioFormatTable, flac } };
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
  await folder.write("flute.flac", silence);
  const site = feedSite({ episodes: [podcastEpisode("flute", { podcast_audio: { audio: "flute" } })] });
  const { audios, ...rest } = site as { readonly audios: readonly object[] };
  const access = {
    groups: [
      { name: "Hosts", admin_access: true, collections: [{ collection: "Root", audios: ["add", "choose"] }] },
    ],
    users: [{ username: "ada", groups: ["Hosts"] }],
    tokens: [{ name: "ada", user: "ada", secret: "ada" }],
  };
  const flute = { key: "flute", title: "Flute", flac: "flute.flac" };
  ({ ids } = await applyFeedSite({ ...rest, ...access, audios: [...audios, flute] }, folder));
  await renewAfresh();
});

const upload = async (field: string, file: File) =>
  call(uploadAudio, { as: "ada", ...(await multipart({ title: "Silence", [field]: file })) });

test("a file of the format is told by its name and its first bytes, probed, stored and listed", async () => {
  expect(kindsOfName("silence.flac")).toEqual(["audio"]);
  const answer = await upload("flac", formFile("silence.flac", silence, "audio/flac"));
  expect(answer.body).toMatchObject({
    file_formats: "flac",
    mp3: null,
    flac: expect.stringMatching(/^\/media\/audios\/\d+\/[0-9a-f]{12}\/silence\.flac$/),
  });
  const read = await call(readEditorAudio, { as: "ada", params: { id: answer.body.id } });
  expect(read.body).toMatchObject({ flac: answer.body.flac, duration: 2 });
  const own = await call(listOwnAudios, { as: "ada" });
  expect(own.body.results[0]).toMatchObject({
    file_formats: "flac",
    flac: expect.stringContaining("silence.flac"),
  });
});

test.each<[string, string, File, string]>([
  ["of another name", "flac", formFile("silence.mp3", silence), "flac/invalid_extension"],
  ["of another type", "flac", formFile("silence.flac", silence, "audio/mpeg"), "flac/invalid_content_type"],
  ["with other bytes", "flac", formFile("silence.flac", "ID3 silence"), "flac/invalid_media_container"],
  ["in the field of another format", "mp3", formFile("silence.flac", silence), "mp3/invalid_extension"],
])("a file %s is refused", async (_name, field, file, problem) => {
  expect(problemsIn(await upload(field, file))).toEqual([problem]);
});

test("a podcast has a feed of the format, which its page names, and players offer the file", async () => {
  const { title, items } = parseRssFeed((await served(`${ids.pages.calls}/flac.rss`))!);
  expect(title).toBe("Calls & cries");
  expect(items?.[0]?.enclosures).toEqual([
    {
      url: expect.stringMatching(/\/media\/audios\/\d+\/\w+\/flute\.flac$/),
      length: silence.length,
      type: "audio/flac",
    },
  ]);
  expect(await served(`${ids.pages.calls}/mp3.rss`)).toBeUndefined();
  expect((await visit("/calls/")).body).toContain('title="Calls &amp; cries (FLAC)"');
  const { body } = await visit("/calls/flute/");
  expect(body).toMatch(/<source src="[^"]*flute\.flac" type="audio\/flac"/);
  expect(body).toContain("Download FLAC");
});

test("manifests, their schema and the OpenAPI document have it", async () => {
  const { manifest } = await exportManifest();
  expect(manifest.audios).toContainEqual(expect.objectContaining({ key: "flute", flac: expect.any(String) }));
  expect(JSON.stringify(manifestJsonSchema())).toContain('"flac"');
  const { schemas } = openApiDocument(routes).components;
  const having = Object.entries(schemas).filter(([, schema]) => JSON.stringify(schema).includes('"flac"'));
  expect(having.map(([name]) => name)).toEqual(
    expect.arrayContaining(["EditorAudio", "LegacyAudio", "EditorMediaUploadAudioBody"]),
  );
});
