// Proves contract rules: file-damage.

import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesOf } from "#lib/media/media.ts";
import { readAudioTranscript } from "#lib/routes/editor-transcripts.ts";
import { allMedia } from "#lib/store/media.ts";
import { lectern } from "#test/cli/lectern.ts";
import {
  allServed,
  applyFeedSite,
  feedSite,
  podcastEpisode,
  renewAfresh,
  writeSiteFiles,
} from "#test/lib/feed-renewal/feed-site.ts";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { visit } from "#test/support/site-pages.ts";
import { type DamagedStore, damagedStores } from "./damaged-stores.ts";

const folder = useMediaFolder();
beforeAll(() => writeSiteFiles(folder));

const secret = "reed-warbler-".repeat(3);

/** The site of the feeds, where the audio has this subtitle, with somebody who may edit it. */
const siteWith = (subtitle: string, episodes: readonly string[]): object => {
  const site = feedSite({ episodes: episodes.map((slug) => podcastEpisode(slug)) }) as {
    audios: readonly object[];
  };
  return {
    ...site,
    audios: site.audios.map((audio) => ({ ...audio, subtitle })),
    users: [{ username: "ada", superuser: true }],
    tokens: [{ name: "ada", user: "ada", secret }],
  };
};

const storedAudio = async () => {
  for await (const [audio] of allMedia("audio")) return audio!;
  throw new Error("There is no audio.");
};

describe.each(damagedStores)("media in a $name that have lost their second half", ({ open }) => {
  let store: Awaited<ReturnType<DamagedStore["open"]>>;
  beforeAll(async () => {
    process.env.CATALOG_FILE = ":memory:";
    store = await open();
    await useEmptyTable();
  });
  afterAll(() => store.close());

  const editorsTranscript = async () => {
    const { id } = await storedAudio();
    const headers = { authorization: `Bearer ${secret}` };
    return call(readAudioTranscript, { params: { id }, headers });
  };

  const documents = async (ending: string) =>
    Object.keys(await allServed()).filter((path) => path.endsWith(ending));

  test("a transcript is left out and missed aloud, and is there again when its file is", async () => {
    await applyFeedSite(siteWith("First", ["frogs"]), folder);
    await renewAfresh();
    expect(await documents(".vtt")).toHaveLength(1);
    const whole = await visit("/calls/frogs/");
    expect([whole.status, whole.text]).toEqual([200, expect.stringContaining("Listen")]);

    await applyFeedSite(siteWith("Second", ["frogs", "toads"]), folder);
    const { transcript } = await storedAudio();
    const restore = await store.halve(transcript!);
    using log = captureLog();
    const page = await visit("/calls/frogs/");
    expect([page.status, page.text.includes("Listen")]).toEqual([200, false]);
    expect(page.headers["cache-control"]).toContain("no-store");
    expect((await editorsTranscript()).status).toBe(500);
    expect(JSON.stringify(log.lines)).toContain(`The stored file ${transcript!.key} is damaged`);
    await expect(renewAfresh()).rejects.toMatchObject({
      errors: [expect.objectContaining({ code: "damaged" })],
    });
    const [feed] = await documents("mp3.rss");
    expect((await allServed())[feed!]).toContain("About toads");
    expect(await documents(".vtt")).toEqual([]);

    await restore();
    const again = await visit("/calls/frogs/");
    expect([again.status, again.text]).toEqual([200, expect.stringContaining("Listen")]);
    expect((await editorsTranscript()).status).toBe(200);
    await renewAfresh();
    expect(await documents(".vtt")).toHaveLength(2);
    expect((await allServed())[feed!]).toMatch(/transcript url="[^"]*\.vtt"/);
  });

  test("commands name each file, copy none of them, and work again when the files are there", async () => {
    const audio = await storedAudio();
    const files = filesOf(audio);
    const restores = await Promise.all(files.map(store.halve));
    const verified = await lectern("files", "verify");
    expect([verified.status, verified.stdout.trim().split("\n")]).toEqual([
      1,
      files.map(({ key }) => `damaged  audio ${audio.id}  ${key}`),
    ]);
    const backup = join(await temporaryFolder(), "backup");
    const copied = await lectern("backup", backup, "--json");
    expect([copied.status, JSON.parse(copied.stdout).lost_files.toSorted()]).toEqual([
      1,
      files.map(({ key }) => key).toSorted(),
    ]);
    const exported = await lectern("export", "--output", join(await temporaryFolder(), "site.yaml"));
    expect([exported.status, exported.stderr]).toEqual([
      1,
      expect.stringMatching(/^The stored file .* is damaged/),
    ]);

    for (const restore of restores) await restore();
    expect((await lectern("files", "verify")).status).toBe(0);
    expect((await lectern("backup", backup)).status).toBe(0);
    expect((await lectern("export", "--output", join(await temporaryFolder(), "site.yaml"))).status).toBe(0);
  });
});
