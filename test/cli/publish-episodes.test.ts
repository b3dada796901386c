import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { deleteAudio, readEditorAudio } from "#lib/routes/editor-media-objects.ts";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readAudioTranscript } from "#lib/routes/editor-transcripts.ts";
import { call } from "#test/support/call.ts";
import { countRequests } from "./around-requests.ts";
import type { CommandResult } from "./lectern.ts";
import { usePodcast } from "./podcast.ts";
import { usePublishing } from "./publish-service.ts";

const podcast = usePodcast();
const service = usePublishing();

let folders = 0;

/** A folder with a recording that no other one has. */
const folderOf = async () => {
  const source = `calls-${++folders}`;
  const folder = dirname(await service.write(join(source, "talk.mp3"), podcast.recording(source)));
  const put = (name: string, ...lines: string[]) => service.write(join(source, name), lines.join("\n"));
  const write = (name: string, ...lines: string[]) =>
    put(`${name}.md`, "---", `title: ${name}`, `slug: ${source}-${name}`, ...lines, "---", "", "Said.");
  const run = (...options: string[]) => service.publish(folder, "--parent", "/home/calls", ...options);
  const plan = (...options: string[]) => service.run("plan", folder, "--parent", "/home/calls", ...options);
  return { source, folder, put, write, run, plan };
};

const resultsOf = ({ stdout }: CommandResult) => JSON.parse(stdout).results;

const outcomesOf = (run: CommandResult): string[] =>
  resultsOf(run).map(({ outcome }: { outcome: string }) => outcome);

const faultsOf = (run: CommandResult): string[] =>
  resultsOf(run).flatMap(({ errors }: { errors: { line: number; message: string }[] }) =>
    errors.map(({ line, message }) => `${line}: ${message}`),
  );

const page = async (id: number) => (await call(readPost, { as: "ada", params: { id } })).body;
const audio = async (id: number) => (await call(readEditorAudio, { as: "ada", params: { id } })).body;

describe("below a podcast", () => {
  test("a file with an audio is an episode, with all that its keys say, and one without it a post", async () => {
    const posts = await folderOf();
    await posts.put("talk.vtt", "WEBVTT", "", "00:00.000 --> 00:01.000", "A bittern.");
    await posts.write(
      "a",
      ...["audio: talk.mp3", "transcript: talk.vtt", "season: 2", "episode: 7", "episode_type: bonus"],
      ...[
        "explicit: false",
        "keywords: [bittern, marsh]",
        "chapters:",
        "  - 00:00:00 The reed",
        "  - 00:01 A call",
      ],
    );
    await posts.write("b");
    const planned = await posts.plan("--json");
    expect(resultsOf(planned), planned.stdout).toMatchObject([
      { action: "create", uploads: [{ kind: "audio" }] },
      { action: "create", uploads: [] },
    ]);
    const run = await posts.run("--json");
    expect(outcomesOf(run), run.stdout).toEqual(["published", "published"]);
    const [{ id }, { id: plain }] = resultsOf(run);
    const episode = await page(id);
    expect(episode).toMatchObject({
      type: "site.Episode",
      season: { id: 2 },
      episode_number: 7,
      episode_type: "bonus",
      explicit: 2,
      keywords: "bittern, marsh",
    });
    expect(await page(plain)).toMatchObject({ type: "site.Post" });
    const { chapters, transcript } = await audio(episode.podcast_audio.id);
    expect(chapters).toMatchObject([
      { start: 0, title: "The reed" },
      { start: 1, title: "A call" },
    ]);
    expect(transcript).not.toBeNull();
    const counts = countRequests();
    expect(outcomesOf(await posts.run("--json"))).toEqual(["unchanged", "unchanged"]);
    expect(counts).toEqual({ GET: 4 });
  });

  test("soundbites are sent in any order, and not again; each that is wrong is named with its line", async () => {
    const posts = await folderOf();
    const lines = [
      ...["audio: talk.mp3", "soundbites:", "  - start: 1:13.5", "    duration: 1:00", "    title: The call"],
      ...["  - {start: 5, duration: 15}"],
    ];
    await posts.write("a", ...lines);
    const run = await posts.run("--json");
    expect(outcomesOf(run), run.stdout + run.stderr).toEqual(["published"]);
    const { id } = resultsOf(run)[0];
    expect((await page(id)).soundbites).toEqual([
      { start: 5, duration: 15, title: "" },
      { start: 73.5, duration: 60, title: "The call" },
    ]);
    expect(outcomesOf(await posts.run("--json"))).toEqual(["unchanged"]);
    await posts.write("a", "audio: talk.mp3");
    expect(outcomesOf(await posts.run("--json"))).toEqual(["updated"]);
    expect(await page(id)).not.toHaveProperty("soundbites");
    await posts.write("a", ...lines, "  - {start: 0:05, duration: 0, end: 9}", "  - {duration: soon}");
    await posts.write("b", "audio: talk.mp3", "soundbites: 1:13");
    await posts.write("c", "soundbites: [{start: 5, duration: 15}]");
    const time = "Expected seconds, or a time such as 1:02:03.45, below 24 hours.";
    expect(faultsOf(await posts.run("--json")).sort()).toEqual([
      "10: soundbites: duration: Ensure this value is greater than 0.",
      "10: soundbites: start: Another soundbite begins at this time.",
      "10: soundbites: unknown key end; known are start, duration, title.",
      `11: soundbites: duration: ${time}`,
      "11: soundbites: start: This field is required.",
      "4: soundbites: Only episodes have this; name their audio.",
      "5: soundbites: Expected a list of start, duration and title.",
    ]);
  });

  test("chapters of a file without titles are left out with a warning, and the others kept", async () => {
    const posts = await folderOf();
    const chapters = [
      { startTime: 0, title: "Reed" },
      { startTime: 0.5, img: "https://x.example/a.jpg" },
      { startTime: 0.7, title: " " },
      { startTime: 1, title: "Marsh" },
    ];
    await posts.put("chapters.json", JSON.stringify({ version: "1.2.0", chapters }));
    await posts.write("a", "audio: talk.mp3", "chapters: chapters.json");
    const run = await posts.run();
    expect(run).toMatchObject({ status: 0 });
    expect(run.stderr).toMatch(/a\.md:5: chapters: 2 chapters without a title: left out\.\n$/);
    const [{ id }] = resultsOf(await posts.run("--json"));
    const { podcast_audio } = await page(id);
    expect((await audio(podcast_audio.id)).chapters).toMatchObject([
      { start: 0, title: "Reed" },
      { start: 1, title: "Marsh" },
    ]);
  });

  test("what is changed of the audio is changed in the service, and nothing else is uploaded", async () => {
    const posts = await folderOf();
    await posts.put("talk.txt", "A bittern.");
    await posts.put(
      "chapters.json",
      '{"version": "1.2.0", "chapters": [{"startTime": 0.5, "title": "Reed", "toc": false}]}',
    );
    await posts.write("a", "audio: talk.mp3", "transcript: talk.txt", "chapters: chapters.json");
    const run = await posts.run();
    expect(run.stderr).toMatch(/a\.md:6: chapters: toc of chapters is not kept\.\n$/);
    const [{ id }] = resultsOf(await posts.run("--json"));
    const { podcast_audio: before } = await page(id);
    expect((await audio(before.id)).chapters).toMatchObject([{ start: 0.5, title: "Reed" }]);
    await posts.put("talk.txt", "A bittern, far away.");
    await posts.write(
      "a",
      "audio: talk.mp3",
      "transcript: talk.txt",
      "chapters:",
      "  - {start: '00:02', title: Marsh}",
    );
    const planned = resultsOf(await posts.plan("--json"));
    expect(planned[0].changes.map(({ field }: { field: string }) => field)).toEqual([
      "chapters",
      "transcript",
    ]);
    expect(outcomesOf(await posts.run("--json"))).toEqual(["updated"]);
    expect((await page(id)).podcast_audio).toEqual(before);
    expect((await audio(before.id)).chapters).toMatchObject([{ start: 2, title: "Marsh" }]);
    const params = { id: before.id };
    const { text } = await call(readAudioTranscript, {
      as: "ada",
      params,
      headers: { accept: "text/plain" },
    });
    expect(text).toContain("far away");
    expect(outcomesOf(await posts.run("--json"))).toEqual(["unchanged"]);
  });

  test("an audio that was deleted is put back with its chapters; what others say beside the file is kept", async () => {
    const posts = await folderOf();
    await posts.write("a", "audio: talk.mp3", "chapters:", "  - 00:01 A call");
    const [{ id }] = resultsOf(await posts.run("--json"));
    const { podcast_audio, latest_revision_id } = await page(id);
    const body = { keywords: "reed", base_revision_id: latest_revision_id };
    await call(updatePost, { as: "su", params: { id }, body });
    await call(deleteAudio, { as: "ada", params: podcast_audio, query: { force: "true" } });
    expect(outcomesOf(await posts.run("--json", "--force"))).toEqual(["updated"]);
    const episode = await page(id);
    expect(episode).toMatchObject({ keywords: "reed", podcast_audio: { id: expect.any(Number) } });
    expect((await audio(episode.podcast_audio.id)).chapters).toMatchObject([{ start: 1, title: "A call" }]);
  });

  test("a post does not become an episode, and seasons have to be there", async () => {
    const posts = await folderOf();
    await posts.write("a");
    await posts.run();
    await posts.write("a", "audio: talk.mp3");
    const run = await posts.run("--json");
    expect(run.status).toBe(1);
    expect(faultsOf(run)).toEqual([
      expect.stringMatching(
        /^4: audio: Page \d+ is a post, and posts do not become episodes; give the file another slug\.$/,
      ),
    ]);
    expect(resultsOf(await posts.plan("--json"))).toMatchObject([{ action: "refused" }]);
    await posts.write("b", "audio: talk.mp3", "season: spring", "episode: 3");
    const [, { id }] = resultsOf(await posts.run("--json"));
    await posts.write("b", "audio: talk.mp3");
    expect(outcomesOf(await posts.run("--json"))).toEqual(["failed", "updated"]);
    expect(await page(id)).toMatchObject({ season: null, episode_number: null });
    await posts.write("b");
    expect(faultsOf(await posts.run("--json"))[1]).toMatch(
      /^1: .*Page \d+ is an episode, and episodes do not become posts/,
    );
    await posts.write("a", "audio: talk.mp3", "season: 9");
    const refused = await posts.run("--json", "--all-or-nothing");
    expect(refused.status).toBe(2);
    expect(faultsOf(refused)).toEqual([
      "5: season: There is no season 9 in /home/calls; there are winter, 1, spring, 2.",
    ]);
  });
});

test("below a blog, an audio is a fault; so are keys of episodes without one, and what the service would refuse", async () => {
  const posts = await folderOf();
  await posts.write("a", "audio: talk.mp3");
  const blog = await service.publish(posts.folder, "--parent", "/home/notes", "--json");
  expect(blog.status).toBe(2);
  expect(faultsOf(blog)).toEqual(["4: audio: Only a podcast has episodes, and this is a blog."]);
  await posts.put("bad.vtt", "WEBVTT", "", "00:00 --> soon", "A bittern.");
  await posts.put("lines.txt", "00:01 A call", "Then more");
  await posts.write("a", "season: 1", "episode: 2", "transcript: bad.vtt");
  await posts.write(
    "b",
    ...["audio: talk.mp3", "episode: none", "explicit: perhaps", "episode_type: long", "transcript: bad.vtt"],
    ...["chapters: lines.txt", "cover_alt: No cover"],
  );
  await posts.write("c", "audio: talk.mp3", "chapters:", "  - 00:01 One", "  - 00:01 Other", "  - Soon");
  await posts.write(
    "d",
    "audio: [talk.mp3, talk.mp3]",
    "chapters:",
    "  - {start: 99:99, title: One, href: x}",
  );
  await posts.write("e", "audio: {file: talk.mp3}", "chapters: gone.json");
  await posts.write("f", "audio: talk.mp3", "keywords: {a: b}", "explicit: [[clean]]");
  const run = await posts.run("--json");
  expect(run.status).toBe(2);
  expect(faultsOf(run).map((fault) => fault.replaceAll(`${posts.folder}/`, ""))).toEqual([
    "4: season: Only episodes have this; name their audio.",
    "5: episode: Only episodes have this; name their audio.",
    "6: transcript: Only episodes have this; name their audio.",
    "5: episode: A valid integer is required.",
    "6: explicit: Expected true, false or clean.",
    '7: episode_type: Expected one of "full", "trailer", "bonus", "".',
    "8: transcript: bad.vtt:3: Expected times such as 00:01:02.500 --> 00:01:04.000, of at most 9999 hours.",
    "9: chapters: lines.txt:2: Expected a time and a title, such as 00:01:02 The ice.",
    "10: cover_alt: There is no cover.",
    "7: chapters: Another chapter begins at this time.",
    "8: chapters: Expected a time and a title, such as 00:01:02 The ice.",
    "4: audio: There is another file in the format mp3.",
    "6: chapters: unknown key href; known are start, title, link, image.",
    "4: audio: Expected a file, or a list of files.",
    "5: chapters: There is no file gone.json.",
    "5: keywords: Expected a text.",
    "6: explicit: Expected a text.",
  ]);
});

test("a recording in the place of chapters or of a transcript is one fault", async () => {
  const posts = await folderOf();
  const binary = Buffer.from("\xff\xfb\x90\0\n".repeat(30), "latin1");
  await service.write(join(posts.source, "binary.txt"), binary);
  await service.write(join(posts.source, "latin.txt"), Buffer.from("00:01 V\xf6gel\n".repeat(30), "latin1"));
  await posts.write("a", "audio: talk.mp3", "chapters: binary.txt", "transcript: binary.txt");
  await posts.write("b", "audio: talk.mp3", "chapters: latin.txt", "transcript: latin.txt");
  const run = await posts.run("--json");
  expect(run.status).toBe(2);
  expect(faultsOf(run)).toEqual([
    "5: chapters: binary.txt is no text in UTF-8.",
    "6: transcript: binary.txt is no text in UTF-8.",
    "5: chapters: latin.txt is no text in UTF-8.",
    "6: transcript: latin.txt is no text in UTF-8.",
  ]);
});

test("several files of one audio have to be there already", async () => {
  const posts = await folderOf();
  await service.write(
    join(posts.source, "talk.m4a"),
    Buffer.from("\0\0\0\x20ftypM4A of the marsh", "latin1"),
  );
  await posts.write("a", "audio:", "  - talk.m4a", "  - talk.mp3");
  const run = await posts.run("--json");
  expect(run.status).toBe(2);
  expect(faultsOf(run)).toEqual(["5: audio: The service takes one file of an audio; name only one."]);
  await rm(join(posts.folder, "talk.m4a"));
});
