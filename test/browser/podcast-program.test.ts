// Proves contract rule: private-feed-audio. By curl, which knows nothing of Lectern.

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { parseRssFeed } from "feedsmith";
import { expect, test } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { useClock } from "#test/support/clock.ts";
import { makeAudio } from "#test/support/media.ts";
import { makeFeed, makeLiveEpisode, restrictTo, revokeFeed } from "#test/support/private-feeds.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
const files = useServedFiles();
const later = useClock();

const run = promisify(execFile);

/** What curl prints; a status of 400 and above is an error, which has curl's own exit code. */
const curl = async (...args: readonly string[]): Promise<string> =>
  (await run("curl", ["--silent", "--show-error", "--fail", "--location", ...args])).stdout;

test("curl gets half of an episode, and the rest from the same enclosure after its first address has ended", async () => {
  await applyManifest({ version: 1, site: { name: "Test site", base_url: files.url } });
  const sound = randomBytes(300_000);
  const audio = await makeAudio();
  const { key, contentType } = audio.files.mp3!;
  await files.store.put(fileKey(key), Readable.from([sound]), contentType);
  await makeLiveEpisode(world.calls, audio.id);
  await restrictTo(world.calls, "Readers");
  const { body } = await makeFeed("ed", world.calls);

  const [item] = parseRssFeed(await curl(body.urls.mp3)).items ?? [];
  const enclosure = item!.enclosures![0]!.url!;
  const half = join(await temporaryFolder(), "episode.mp3");
  const address = await curl(
    "--range",
    "0-149999",
    "--output",
    half,
    "--write-out",
    "%{url_effective}",
    enclosure,
  );
  expect((await readFile(half)).equals(sound.subarray(0, 150_000))).toBe(true);
  later(3_601);
  const inVain = curl("--range", "150000-", address);
  await expect(inVain).rejects.toMatchObject({ code: 22, stderr: expect.stringContaining("403") });
  // Goes on where the file ends.
  await curl("--continue-at", "-", "--output", half, enclosure);
  expect((await readFile(half)).equals(sound)).toBe(true);

  await revokeFeed("ed", body.id);
  for (const ended of [enclosure, body.urls.mp3])
    await expect(curl(ended)).rejects.toMatchObject({ stderr: expect.stringContaining("404") });
});
