// Proves contract rules: statistics.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packedLectern } from "#cli/packed-commands.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import { putTotals } from "#lib/store/statistics.ts";
import { call } from "#test/support/call.ts";
import { cloudFrontLog } from "#test/support/cloudfront-log.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio } from "#test/support/media.ts";
import { useWorld } from "#test/support/world.ts";
import { type CommandResult, lecternIn } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

const world = useWorld();
const service = usePublishing();
const today = new Date().toISOString().slice(0, 10);
const key = "audios/71/0123456789ab/bittern.mp3";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-stats-"));
  await applyManifest({
    version: 1,
    users: [{ username: "root", superuser: true, staff: true }],
    tokens: [{ name: "root", user: "root", secret: "root" }],
  });
  const mp3 = { key, contentType: "audio/mpeg", sizeBytes: 100_000 };
  const audio = await makeAudio({ files: { mp3 }, durationSeconds: 600 }, 71);
  const { id } = await createEpisodeDraft(world.calls, {
    title: "A bittern",
    slug: "bittern",
    podcast_audio: { id: audio.id },
  });
  await call(publishEpisode, { as: "ada", params: { id } });
  const place = { day: today, run: "0b5c0f0e-6a0e-4c1b-9d3e-6d3c2f6f1c9a", part: 0 };
  await putTotals(place, 1, [
    { kind: "download", of: "71", by: "", count: 12 },
    { kind: "app", of: "71", by: "Apple Podcasts", count: 8 },
    { kind: "app", of: "71", by: "other", count: 1 },
    { kind: "view", of: "/notes/", by: "", count: 3 },
    { kind: "view", of: "/notes/gone/", by: "", count: 1 },
    { kind: "feed", of: `/_feeds/${world.calls}/mp3.rss`, by: "", count: 2 },
    { kind: "subscribers", of: `/_feeds/${world.calls}/mp3.rss`, by: "Feedly", count: 40 },
  ]);
});

afterAll(() => rm(folder, { recursive: true }));

const byHttp = (...args: string[]): Promise<CommandResult> =>
  lecternIn({ LECTERN_URL: service.url, LECTERN_TOKEN: "root" }, "", ["stats", ...args], packedLectern);

const byStore = (...args: string[]): Promise<CommandResult> =>
  lecternIn({ ...process.env }, "", ["stats", ...args]);

test("what was counted is printed alike, over HTTP and with the store", async () => {
  const results = await Promise.all([byHttp("--days=1"), byStore("--days=1")]);
  const text = [
    "day         downloads  views  feed readers",
    `${today}  12         4      42`,
    "",
    "Episodes",
    "12 downloads  A bittern  /calls/bittern/",
    "",
    "Apps",
    "8 downloads  Apple Podcasts",
    "1 download   other",
    "",
    "Pages",
    "3 views  Notes  /notes/",
    "1 view   /notes/gone/",
    "",
    "Feeds",
    `42 readers  Calls  /_feeds/${world.calls}/mp3.rss`,
    "",
  ].join("\n");
  expect(results).toEqual([0, 0].map((status) => ({ status, stdout: text, stderr: "" })));
});

test("one page has its own views and downloads; one that nobody saw says so", async () => {
  const { stdout } = await byHttp("--days=1", "--page=/calls/bittern/", "--json");
  const apps = [
    { app: "Apple Podcasts", downloads: 8 },
    { app: "other", downloads: 1 },
  ];
  expect(JSON.parse(stdout)).toMatchObject({
    days: [{ day: today, downloads: 12, views: 0, feed_readers: 0, apps }],
    apps,
  });
  const nothing = `Nothing was counted from ${today} to ${today}.\n`;
  expect((await byStore("--days=1", "--page=/nothing/")).stdout).toBe(nothing);
});

const sent = (start: number, bytes: number, address = "192.0.2.1") => ({
  date: "2026-03-01",
  time: "12:00:00",
  "sc-bytes": String(bytes + 400),
  "c-ip": address,
  "cs-method": "GET",
  "cs-uri-stem": `/_files/public/${key}`,
  "sc-status": "206",
  "cs(User-Agent)": "Castro%25202021.1/1334",
  "sc-content-len": String(bytes),
  "sc-range-start": String(start),
  "sc-range-end": String(start + bytes - 1),
});

test("files of CloudFront's logs are counted together, compressed or not, and nothing is stored", async () => {
  const [first, second] = [join(folder, "first.gz"), join(folder, "second.log")];
  const view = { ...sent(0, 3_000), "cs-uri-stem": "/notes/", "sc-status": "200", "sc-range-start": "-" };
  const crawler = { "cs(User-Agent)": "Googlebot/2.1%20(+http://www.google.com/bot.html)" };
  await writeFile(first, gzipSync(cloudFrontLog([sent(0, 6_000), sent(0, 9_999, "192.0.2.2"), view])));
  await writeFile(
    second,
    cloudFrontLog([
      sent(6_000, 4_000),
      { ...sent(0, 50_000, "192.0.2.3"), ...crawler },
      {
        ...sent(0, 50_000, "192.0.2.4"),
        "cs(User-Agent)": "Overcast/792%20CFNetwork/1098.7%20Darwin/19.0.0",
      },
      { ...view, "cs-method": "HEAD", "c-ip": "192.0.2.3" },
      { ...view, date: "2026-03-02" },
    ]),
  );
  const [castro, overcast] = ["Castro", "Overcast"].map((app) => ({ app, downloads: 1 }));
  const { status, stdout } = await byStore("--logs", first, second, "--json");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    since: "2026-03-01",
    until: "2026-03-02",
    days: [
      { day: "2026-03-01", downloads: 2, views: 1, feed_readers: 0, apps: [castro, overcast] },
      { day: "2026-03-02", downloads: 0, views: 1, feed_readers: 0, apps: [] },
    ],
    apps: [castro, overcast],
    episodes: [{ path: "/calls/bittern/", downloads: 2 }],
  });
  const again = await byStore("--logs", first, first, second, second, "--json");
  expect(again.stdout).toBe(stdout);
});

test.each([
  [["--days=0"], "--days takes a number from 1 to 400, not '0'"],
  [["--page=notes"], "--page takes a path such as /notes/first-ice/, not 'notes'"],
  [["--logs"], "FILE is missing"],
  [["--logs", "x", "--days=2"], "--logs and --days exclude one another"],
  [["x"], "Unexpected argument 'x'"],
])("%j is refused", async (args, message) => {
  const { status, stderr } = await byStore(...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("a file that is no log is named, and logs need the store", async () => {
  const file = join(folder, "notes.txt");
  await writeFile(file, "Of the marsh.\n");
  const { status, stderr } = await byStore("--logs", file);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/notes\.txt cannot be read: It is no log/)]);
  await writeFile(file, "#Fields: date time\n");
  expect((await byStore("--logs", file)).stderr).toMatch(/lacks the fields c-ip, cs-method/);
  await writeFile(file, cloudFrontLog([]));
  expect((await byStore("--logs", file)).stderr).toMatch(/have no requests/);
  expect((await byStore("--logs", join(folder, "none"))).status).toBe(1);
  expect(await byHttp("--logs", file)).toMatchObject({ stderr: expect.stringMatching(/needs the store/) });
});
