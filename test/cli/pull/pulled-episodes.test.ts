import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { updateAudio } from "#lib/routes/editor-media-objects.ts";
import { publishEpisode, readEpisode, updateEpisode } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { usePodcast } from "../podcast.ts";
import { usePublishing } from "../publish-service.ts";

const podcast = usePodcast();
const service = usePublishing();

const text = `---
title: 'At the reeds'  # as announced
audio: talk.mp3
season: 2
episode: 7      # of twelve
episode_type: bonus
explicit: false
keywords: [bittern, marsh]
chapters:
  - 00:00:00 The reed
  - 00:01 A call   # the first one
---

Said on
Sunday.
`;

/** A folder with this file as an episode, of which the service has the page. */
const publishedEpisode = async (name: string, file: string) => {
  const folder = dirname(await service.write(join(name, "talk.mp3"), podcast.recording(name)));
  const path = await service.write(join(name, `${name}.md`), file);
  const run = async (command: string) => {
    const { status, stdout } = await service.run(command, folder, "--parent", "/home/calls", "--json");
    return { status, ...JSON.parse(stdout) };
  };
  const published = await run("publish");
  expect(published, JSON.stringify(published)).toMatchObject({ status: 0, counts: { published: 1 } });
  const params = { id: published.results[0].id };
  const episode = async () => (await call(readEpisode, { as: "ada", params })).body;
  const edit = async (fields: object) => {
    const base_revision_id = String((await episode()).latest_revision_id);
    const saved = await call(updateEpisode, { as: "su", params, body: { ...fields, base_revision_id } });
    expect([saved.status, JSON.stringify(saved.body).slice(0, 300)]).toEqual([200, expect.anything()]);
    expect((await call(publishEpisode, { as: "su", params })).status).toBe(200);
  };
  const read = () => readFile(path, "utf8");
  return { run, episode, edit, read };
};

/** Nothing is left to plan, to pull or to publish. */
const expectSettled = async ({ run }: Awaited<ReturnType<typeof publishedEpisode>>) => {
  for (const command of ["plan", "pull", "publish"])
    expect(await run(command)).toMatchObject({ status: 0, counts: { unchanged: 1 } });
};

test("a pull right after an episode was published changes nothing", async () => {
  const folder = await publishedEpisode("untouched", text);
  await expectSettled(folder);
  expect(await folder.read()).toBe(text);
});

test("season, number, type and keywords that an editor has changed come into the file, and nothing else", async () => {
  const folder = await publishedEpisode("details", text);
  await folder.edit({
    season: { id: 1 },
    episode_number: 8,
    episode_type: "full",
    keywords: "bittern, reed",
  });
  expect(await folder.run("pull")).toMatchObject({ status: 0, counts: { pulled: 1 } });
  const pulled = await folder.read();
  expect(pulled).toBe(
    text
      .replace("season: 2", "season: 1")
      .replace("episode: 7 ", "episode: 8 ")
      .replace("type: bonus", "type: full")
      .replace("[bittern, marsh]", "[bittern, reed]"),
  );
  await expectSettled(folder);
});

test("soundbites come into the file, stay as they are, and go with their key", async () => {
  const folder = await publishedEpisode("soundbites", text);
  const soundbites = [
    { start: 0.25, duration: 15, title: "" },
    { start: 73, duration: 60, title: "A call: the first" },
  ];
  await folder.edit({ soundbites: soundbites.toReversed() });
  expect(await folder.run("pull")).toMatchObject({ status: 0, counts: { pulled: 1 } });
  const pulled = await folder.read();
  expect(pulled).toContain(
    [
      "soundbites:",
      "  - start: 00:00:00.250",
      "    duration: 15",
      "  - start: 00:01:13.000",
      "    duration: 60",
      '    title: "A call: the first"',
      "",
    ].join("\n"),
  );
  await expectSettled(folder);
  await folder.edit({ soundbites: [] });
  expect(await folder.run("pull")).toMatchObject({ status: 0, counts: { pulled: 1 } });
  expect(await folder.read()).not.toContain("soundbites");
  await expectSettled(folder);
});

test("chapters that an editor has changed come with the next edit of their episode", async () => {
  const folder = await publishedEpisode("chapters", text);
  const { id } = (await folder.episode()).podcast_audio;
  const chapters = [
    { start: 0, title: "The reed bed", link: "", image: "" },
    { start: 1, title: "A call", link: "", image: "" },
  ];
  expect((await call(updateAudio, { as: "su", params: { id }, body: { chapters } })).status).toBe(200);
  await folder.edit({ title: "In the reeds" });
  expect(await folder.run("pull")).toMatchObject({ status: 0, counts: { pulled: 1 } });
  const pulled = await folder.read();
  const [head, tail] = text
    .replace("At the reeds", "In the reeds")
    .split(/chapters:\n[\s\S]*(?=---\n\nSaid)/);
  expect(pulled.startsWith(head!)).toBe(true);
  expect(pulled.endsWith(tail!)).toBe(true);
  expect(pulled).toMatch(/title: The reed bed\n[\s\S]*title: A call\n/);
  await expectSettled(folder);
});
