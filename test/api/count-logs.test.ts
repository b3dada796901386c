// Proves contract rules: statistics.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { handler as countLogs } from "#functions/jobs/count-logs.ts";
import { clock } from "#lib/clock.ts";
import { storedStatistics } from "#lib/surfaces/administration/statistics.ts";
import { startBucket, type TestBucket } from "#test/faults/bucket.ts";
import { aroundCommands } from "#test/support/around-commands.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { cloudFrontLog } from "#test/support/cloudfront-log.ts";
import { makeAudio } from "#test/support/media.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const dayMs = 86_400_000;
let todayMs = Date.parse("2026-03-01T18:00:00Z");

const address = "192.0.2.77";
const program = "Castro 2021.1/1334";
const key = "audios/71/0123456789ab/bittern.mp3";

let bucket: TestBucket;

beforeAll(async () => {
  bucket = await startBucket();
  Object.assign(process.env, {
    S3_ENDPOINT: bucket.url,
    LOGS_BUCKET: "logs",
    LOGS_FOLDER: "cdn/of-sites",
    DISTRIBUTION_ID: "E1",
  });
  const mp3 = { key, contentType: "audio/mpeg", sizeBytes: 100_000 };
  await makeAudio({ files: { mp3 }, durationSeconds: 600 }, 71);
});

afterAll(async () => {
  for (const name of ["S3_ENDPOINT", "LOGS_BUCKET", "LOGS_FOLDER", "DISTRIBUTION_ID"])
    delete process.env[name];
  await bucket.close();
});

/** Each test is about days of its own. */
beforeEach(() => {
  todayMs += 10 * dayMs;
  vi.spyOn(clock, "now").mockImplementation(() => new Date(todayMs).toISOString());
  bucket.objects.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const dayAgo = (days: number): string => new Date(todayMs - days * dayMs).toISOString().slice(0, 10);

const sent = (path: string, more: Readonly<Record<string, string>> = {}) => ({
  ...{ date: dayAgo(0), time: "12:00:00", "sc-bytes": "3400", "c-ip": address, "cs-method": "GET" },
  ...{ "cs-uri-stem": path, "sc-status": "200", "cs(User-Agent)": encodeURIComponent(program) },
  ...{ "sc-content-len": "3000", ...more },
});

const partOfEpisode = (start: number, bytes: number) =>
  sent(`/_files/public/${key}`, {
    ...{ "sc-status": "206", "sc-bytes": String(bytes + 400), "sc-content-len": String(bytes) },
    ...{ "sc-range-start": String(start), "sc-range-end": String(start + bytes - 1) },
  });

const put = (name: string, body: Buffer) =>
  bucket.objects.set(name, { body, etag: `"${name}"`, headers: {} });

/** Puts a log file of a day, by default of its noon, into the folder. */
const deliver = (
  day: string,
  name: string,
  lines: readonly Readonly<Record<string, string>>[],
  hour = "12",
) => put(`cdn/of-sites/E1.${day}-${hour}.${name}.gz`, gzipSync(cloudFrontLog(lines)));

/** Runs the job, and gives the files that it has read. */
const readByRun = async (): Promise<readonly string[]> => {
  const reads = vi.spyOn(bucket.objects, "get");
  await countLogs();
  const names = reads.mock.calls.map(([name]) => name.split("/").at(-1)!).filter(Boolean);
  reads.mockRestore();
  return [...new Set(names)].sort();
};

const countedOn = async (day: string): Promise<unknown> => {
  const { days } = await storedStatistics({ days: 5, path: undefined });
  return days.find((each) => each.day === day);
};

const totals = (downloads: number, views: number, feed_readers = 0) =>
  expect.objectContaining({ downloads, views, feed_readers });

test("files are counted together, once however often they are read, and nothing says whose requests they had", async () => {
  const [today, yesterday] = [dayAgo(0), dayAgo(1)];
  deliver(today, "a", [partOfEpisode(0, 6_000), sent("/notes/")]);
  deliver(today, "b", [partOfEpisode(6_000, 4_000), sent("/notes/")]);
  deliver(today, "early", [sent("/notes/"), sent("/notes/", { date: yesterday })], "00");
  deliver(yesterday, "late", [sent("/notes/"), sent("/notes/", { date: yesterday })], "23");
  deliver(dayAgo(3), "c", [sent("/notes/"), sent("/notes/", { date: dayAgo(3) })]);
  const partitioned = cloudFrontLog([sent("/notes/"), sent("/calls/")]);
  put(`cdn/of-sites/2026/03/E1.${today}-13.d.gz`, gzipSync(partitioned));
  put(`cdn/of-sites/E2.${today}-12.x.gz`, gzipSync(cloudFrontLog([sent("/other/")])));
  put(`cdn/E1.${today}-12.x.gz`, gzipSync(cloudFrontLog([sent("/other/")])));
  await countLogs();
  expect(await Promise.all([today, yesterday, dayAgo(3)].map(countedOn))).toEqual([
    totals(1, 2),
    totals(0, 1),
    totals(0, 0),
  ]);
  const stored = await wholeTable();
  for (const secret of [address, program]) expect(JSON.stringify(stored)).not.toContain(secret);
  expect(await countedOn(today)).toMatchObject({ apps: [{ app: "Castro", downloads: 1 }] });
  await countLogs();
  expect(await wholeTable()).toEqual(stored);
});

test("a file that comes late is counted, and totals stay when files are gone", async () => {
  const day = dayAgo(0);
  deliver(day, "b", [sent("/notes/")]);
  await countLogs();
  todayMs += dayMs;
  deliver(day, "a", [sent("/notes/", { date: day }), sent("/notes/", { date: day, "c-ip": "192.0.2.78" })]);
  await countLogs();
  expect(await countedOn(day)).toEqual(totals(0, 2));
  bucket.objects.clear();
  deliver(day, "a", [sent("/notes/", { date: day })]);
  await countLogs();
  expect(await countedOn(day)).toEqual(totals(0, 2));
});

test("a day is read again only after a file of it has come or changed", async () => {
  const [today, yesterday, before] = [dayAgo(0), dayAgo(1), dayAgo(2)];
  for (const day of [today, yesterday, before]) deliver(day, "a", [sent("/notes/", { date: day })]);
  const nameOf = (day: string, name: string, hour = "12") => `E1.${day}-${hour}.${name}.gz`;
  expect(await readByRun()).toEqual([before, yesterday, today].map((day) => nameOf(day, "a")));
  expect(await readByRun()).toEqual([]);
  deliver(today, "b", [sent("/notes/", { "c-ip": "192.0.2.78" })], "13");
  expect(await readByRun()).toEqual([nameOf(today, "a"), nameOf(today, "b", "13")]);
  // Of the same requests: it is remembered as well, or each run to come would read the day again.
  deliver(yesterday, "empty", [], "14");
  expect(await readByRun()).toEqual([nameOf(yesterday, "a"), nameOf(yesterday, "empty", "14")]);
  expect(await readByRun()).toEqual([]);
  expect(await Promise.all([before, yesterday, today].map(countedOn))).toEqual([
    totals(0, 1),
    totals(0, 1),
    totals(0, 2),
  ]);
});

test("eight files are read at a time, and no more", async () => {
  const day = dayAgo(0);
  for (let number = 10; number < 30; number++) deliver(day, String(number), [sent(`/notes/${number}/`)]);
  let [open, most] = [0, 0];
  const { promise: eight, resolve: eightAreOpen } = Promise.withResolvers<void>();
  const holding = createServer(async (request, response) => {
    const isFile = request.url!.includes(".gz");
    if (isFile) {
      most = Math.max(most, ++open);
      if (open === 8) setTimeout(eightAreOpen, 50);
      await eight;
    }
    const answer = await fetch(`${bucket.url}${request.url}`);
    response.writeHead(answer.status, { etag: answer.headers.get("etag") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
    if (isFile) open -= 1;
  });
  await once(holding.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void holding.close());
  vi.stubEnv("S3_ENDPOINT", `http://127.0.0.1:${(holding.address() as AddressInfo).port}`);
  await countLogs();
  vi.unstubAllEnvs();
  expect([most, await countedOn(day)]).toEqual([8, totals(0, 20)]);
});

test("a run that breaks off between parts is repeated by the next, and two at once count once", async () => {
  const day = dayAgo(0);
  const lines = Array.from({ length: 450 }, (_, index) => sent(`/notes/page-${index}/`));
  deliver(day, "a", lines);
  for (const reached of [1, 2]) {
    let puts = 0;
    const stop = aroundCommands(async (work, { operation }) => {
      if (operation === "PutItem" && ++puts > reached) throw new Error("The process was killed.");
      return work();
    });
    using _ = captureLog();
    await expect(countLogs()).rejects.toThrow("jobs/count-logs has failed for 1");
    stop();
  }
  await Promise.all([countLogs(), countLogs()]);
  expect(await countedOn(day)).toEqual(totals(0, 450));
});

test("a file that is no log fails the run, which has counted the others", async () => {
  const day = dayAgo(0);
  deliver(day, "b", [sent("/notes/")]);
  put(`cdn/of-sites/E1.${day}-12.a.gz`, Buffer.from("Of the marsh.\n"));
  using log = captureLog();
  await expect(countLogs()).rejects.toThrow("jobs/count-logs has failed for 1");
  expect(log.lines).toEqual([
    expect.objectContaining({
      file: `cdn/of-sites/E1.${day}-12.a.gz`,
      outcome: "failed",
      reason: expect.stringContaining("It is no log of CloudFront"),
    }),
  ]);
  expect(await countedOn(day)).toEqual(totals(0, 1));
  const mended = [sent("/notes/", { "c-ip": "192.0.2.78" })];
  deliver(day, "a", mended);
  await countLogs();
  expect(await countedOn(day)).toEqual(totals(0, 2));
  expect(await readByRun()).toEqual([]);
});
