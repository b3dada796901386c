import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DayCount } from "#lib/statistics/day-count.ts";
import type { SentAnswer } from "#lib/statistics/subject.ts";
import { joinTotals, type Total } from "#lib/statistics/totals.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
const episode = "/media/audios/7/0a1b2c3d4e5f/bittern.mp3";
const feed = "/_feeds/5/mp3.rss";

const request = (given: Partial<SentAnswer> = {}): SentAnswer => ({
  method: "GET",
  path: "/notes/first-ice/",
  status: 200,
  address: "192.0.2.1",
  userAgent: firefox,
  start: 0,
  bytes: 5_000,
  ...given,
});

const part = (start: number, bytes: number, given: Partial<SentAnswer> = {}) =>
  request({ path: episode, status: 206, start, bytes, ...given });

/** A minute of the only recording. */
const minBytes = (_: number, key: string) => (key.endsWith(".mp3") ? 1_000 : undefined);

const countOf = (records: readonly SentAnswer[], count = new DayCount()): readonly Total[] => {
  for (const record of records) count.add(record);
  return count.totals(minBytes);
};

/** Each total in a line, in a fixed order. */
const linesOf = (totals: readonly Total[]): string[] =>
  totals
    .map(({ kind, of, by, count }) => [kind, of, by, count].filter((text) => text !== "").join(" "))
    .sort();

describe("downloads", () => {
  test.each([
    ["a whole file", [part(0, 5_000, { status: 200 })], 1],
    ["exactly a minute", [part(0, 1_000)], 1],
    ["a byte less than a minute", [part(0, 999)], 0],
    ["a minute in parts that touch", [part(500, 500), part(0, 500)], 1],
    ["a minute in parts with a gap", [part(0, 600), part(4_000, 400)], 1],
    ["the same half a minute again and again", [part(0, 500), part(0, 500), part(100, 400)], 0],
    ["two halves of two people", [part(0, 500), part(500, 500, { address: "192.0.2.2" })], 0],
    ["two programs at one address", [part(0, 1_000), part(0, 1_000, { userAgent: "AntennaPod/3.2.0" })], 2],
    ["the same person twice", [part(0, 5_000), part(0, 5_000)], 1],
    ["HEAD", [part(0, 5_000, { method: "HEAD", status: 200 })], 0],
    ["probes of two bytes", Array.from({ length: 600 }, (_, at) => part(at * 2, 2)), 0],
    ["a refusal", [part(0, 5_000, { status: 404 })], 0],
    ["a redirect", [part(0, 5_000, { status: 302 })], 0],
    ["a crawler", [part(0, 5_000, { userAgent: "Googlebot/2.1 (+http://www.google.com/bot.html)" })], 0],
    ["nobody's program", [part(0, 5_000, { userAgent: "" })], 0],
    ["a service that reads feeds", [part(0, 5_000, { userAgent: "Feedly/1.0 (9 subscribers)" })], 0],
    ["a signed address of one machine", [part(0, 1_000, { path: episode.replace("media", "_files") })], 1],
    ["one of CloudFront", [part(0, 1_000, { path: episode.replace("media", "_files/public") })], 1],
    ["a restricted one", [part(0, 1_000, { path: episode.replace("media", "_files/restricted") })], 1],
    ["a transcript of it", [part(0, 5_000, { path: episode.replace("mp3", "json") })], 0],
    ["an image", [part(0, 5_000, { path: "/media/images/7/0a1b2c3d4e5f/heron.mp3" })], 0],
    ["a path that is none", [part(0, 5_000, { path: `${episode}%` })], 0],
  ])("%s: %#", (_, records, downloads) => {
    const counted = countOf(records).filter(({ kind }) => kind !== "app");
    expect(linesOf(counted)).toEqual(downloads === 0 ? [] : [`download 7 ${downloads}`]);
  });

  test("two files of an audio that one person downloads are one download", () => {
    const other = part(0, 1_000, { path: episode.replace("bittern", "bittern--0a1b2c3d") });
    expect(linesOf(countOf([part(0, 1_000), other]))).toEqual(["app 7 Firefox 1", "download 7 1"]);
  });

  test("each counts for the app that it was made with, also where nobody knows the app", () => {
    const by = (userAgent: string, address = "192.0.2.1") => part(0, 1_000, { userAgent, address });
    const other = part(0, 1_000, { path: episode.replace("/7/", "/8/"), userAgent: "Castro 2021.1/1334" });
    const counted = countOf([
      by("Overcast/792 CFNetwork/1098.7 Darwin/19.0.0"),
      by("Overcast/3.0 (+http://overcast.fm/; iOS podcast app)"),
      by("Overcast/792 CFNetwork/1098.7 Darwin/19.0.0", "192.0.2.2"),
      by("Overcast/1.0 Podcast Sync (12 subscribers; feed-id=1; +http://overcast.fm/)"),
      by("Podcasts/1575.1.2 CFNetwork/1240.0.4 Darwin/20.6.0"),
      by("Podcasts/(null) watchOS/11.5 model/Watch7,1"),
      by("SomeNewApp/1.4"),
      by(firefox),
      other,
    ]);
    expect(linesOf(counted)).toEqual([
      "app 7 Apple Podcasts 1",
      "app 7 Firefox 1",
      "app 7 Overcast 3",
      "app 7 other 1",
      "app 8 Castro 1",
      "download 7 6",
      "download 8 1",
    ]);
  });
});

test("the addresses that lead to a page count as one, with or without the slash at the end", () => {
  const paths = ["/notes", "/notes/", "/caf%C3%A9", "/cafe%CC%81/", "/"];
  expect(linesOf(countOf(paths.map((path) => request({ path }))))).toEqual([
    "view / 1",
    "view /café/ 1",
    "view /notes/ 1",
  ]);
});

test("a view is a page of the site that a person sees on a day, however often", () => {
  const address = "192.0.2.2";
  const counted = countOf([
    request(),
    request({ status: 304 }),
    request({ address }),
    request({ path: "/notes/caf%C3%A9/" }),
    request({ path: "/" }),
    ...["/api/pages/", "/cms/pages/3/edit/", "/accounts/login/", "/_scripts/player.js", "/robots.txt"].map(
      (path) => request({ path }),
    ),
    request({ status: 404 }),
    request({ method: "POST" }),
    request({ userAgent: "curl/8.9.1" }),
  ]);
  expect(linesOf(counted)).toEqual(["view / 1", "view /notes/café/ 1", "view /notes/first-ice/ 2"]);
});

test("services say how many read a feed with them, and other programs count once a day", () => {
  const asks = (userAgent: string, address = "192.0.2.1") => request({ path: feed, userAgent, address });
  const counted = countOf([
    asks("Feedly/1.0 (+http://www.feedly.com/fetcher.html; 462 subscribers; )"),
    asks("Feedly/1.0 (+http://www.feedly.com/fetcher.html; 461 subscribers; )", "192.0.2.9"),
    asks("Feedbin feed-id:1697787 - 102 subscribers"),
    asks("Mozilla/5.0 (compatible; inoreader.com; 114 subscribers)"),
    asks("PlainFeeder v0.0.1 (+http://plainfeeder.com/about ; Subscriber Count: 12)"),
    asks("FreshRSS/1.21.0 (Linux; https://freshrss.org)"),
    asks("FreshRSS/1.21.0 (Linux; https://freshrss.org)"),
    asks("NetNewsWire (RSS Reader; https://netnewswire.com/)"),
    asks("Googlebot/2.1 (+http://www.google.com/bot.html)"),
    request({ path: "/_feeds/5/posts-2.rss" }),
  ]);
  expect(linesOf(counted)).toEqual([
    `feed ${feed} 2`,
    `subscribers ${feed} Feedbin 102`,
    `subscribers ${feed} Feedly 462`,
    `subscribers ${feed} PlainFeeder 12`,
    `subscribers ${feed} inoreader 114`,
  ]);
});

describe("a random history", () => {
  const appOf: Readonly<Record<string, string>> = {
    [firefox]: "Firefox",
    "AntennaPod/3.2.0": "AntennaPod",
    "AntennaPod/3.7.0": "AntennaPod",
    "SomeNewApp/1.4": "other",
  };
  const record = fc
    .record({
      method: fc.constantFrom("GET", "GET", "GET", "HEAD"),
      path: fc.constantFrom(episode, episode.replace("/7/", "/8/"), feed, "/", "/notes/first-ice/", "/api/"),
      status: fc.constantFrom(200, 206, 304, 404),
      address: fc.constantFrom("192.0.2.1", "192.0.2.2", "192.0.2.3"),
      userAgent: fc.constantFrom(...Object.keys(appOf), "Googlebot/2.1", "Feedbin - 3 subscribers"),
      start: fc.integer({ min: 0, max: 1_500 }),
      bytes: fc.integer({ min: 0, max: 600 }),
    })
    .map(request);

  test("gives the same totals in any order, and as often as it is told", () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), fc.infiniteStream(fc.nat()), (records, draws) => {
        const shuffled = [...records, ...records]
          .map((each) => ({ each, at: draws.next().value as number }))
          .sort((one, other) => one.at - other.at)
          .map(({ each }) => each);
        expect(linesOf(countOf(shuffled))).toEqual(linesOf(countOf(records)));
      }),
      { numRuns: 100, seed: 17 },
    );
  });

  test("gives the downloads that an oracle counts, byte by byte, and app by app", () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), (records) => {
        const sent = new Map<string, Set<number>>();
        for (const { method, path, status, address, userAgent, start, bytes } of records) {
          const isSent = method === "GET" && (status === 200 || status === 206) && bytes > 2;
          if (!path.startsWith("/media/") || !appOf[userAgent] || !isSent) continue;
          const key = JSON.stringify([path, address, userAgent]);
          const seen = sent.get(key) ?? new Set();
          sent.set(key, seen);
          for (let at = start; at < start + bytes; at++) seen.add(at);
        }
        const listeners = [...sent].filter(([, { size }]) => size >= 1_000).map(([key]) => JSON.parse(key));
        const expected = new Map<string, number>();
        for (const [path, , userAgent] of listeners) {
          const audio = path.split("/")[3];
          for (const line of [`download ${audio}`, `app ${audio} ${appOf[userAgent]}`])
            expected.set(line, (expected.get(line) ?? 0) + 1);
        }
        const counted = countOf(records).filter(({ kind }) => kind === "download" || kind === "app");
        expect(linesOf(counted)).toEqual([...expected].map(([line, count]) => `${line} ${count}`).sort());
      }),
      { numRuns: 200, seed: 17 },
    );
  });
});

test("a full count knows whom it has counted, and counts no newcomers", () => {
  const count = new DayCount(2);
  const visits = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.1"].map((address) => request({ address }));
  expect(linesOf(countOf([...visits, part(0, 5_000)], count))).toEqual(["view /notes/first-ice/ 2"]);
  expect(count.isFull).toBe(true);
});

test("nothing that a count shows has an address or a user agent", () => {
  const count = new DayCount();
  const shown = JSON.stringify(countOf([request(), part(0, 5_000), request({ path: feed })], count));
  expect(shown).not.toMatch(/192\.0\.2|Mozilla|130/);
});

test("parts of a day are added up, and of subscribers the highest number counts, in any order", () => {
  const total = (kind: Total["kind"], count: number, by = "") => ({ kind, of: "x", by, count });
  const parts = [
    total("view", 2),
    total("view", 3),
    total("subscribers", 10, "Feedly"),
    total("subscribers", 7, "Feedly"),
    total("subscribers", 1, "Feedbin"),
    total("download", 1),
    total("app", 1, "Castro"),
    total("app", 2, "Castro"),
  ];
  const expected = [
    "app x Castro 3",
    "download x 1",
    "subscribers x Feedbin 1",
    "subscribers x Feedly 10",
    "view x 5",
  ];
  expect(linesOf(joinTotals(parts))).toEqual(expected);
  expect(linesOf(joinTotals(parts.toReversed()))).toEqual(expected);
});
