import { readFile } from "node:fs/promises";
import { parseRssFeed } from "feedsmith";
import { expect, test } from "vitest";
import { uploadAudio } from "#lib/routes/editor-media.ts";
import { makeOwnFeed, revokeOwnFeed, showOwnFeeds } from "#lib/routes/own-feeds.ts";
import type { Route } from "#lib/routes/route.ts";
import { call } from "#test/support/call.ts";
import { formFile, multipart } from "#test/support/form.ts";
import {
  alterAccount,
  listFeeds,
  makeFeed,
  makeLiveEpisode,
  restrictTo,
  revokeFeed,
} from "#test/support/private-feeds.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { cookiesOf } from "#test/support/session.ts";
import { hiddenFieldsIn } from "#test/support/site-pages.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();

const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(new URL(target, process.env.LAMBDA_URL), { redirect: "manual", headers });

/** Makes a podcast for members of a group, with an episode, and a feed for one of them; gives their paths. */
const makeHeardPodcast = async (sound: Buffer) => {
  const file = formFile("chapters.mp3", sound, "audio/mpeg");
  const form = await multipart({ title: "Calls", mp3: file, collection: String(world.shows) });
  const audio = await call(uploadAudio, { as: "ada", ...form });
  expect(audio.status).toBe(201);
  const { id } = await makeLiveEpisode(world.calls, audio.body.id);
  await restrictTo(world.calls, "Readers");
  const made = await makeFeed("ed", world.calls);
  expect([made.status, Object.keys(made.body.urls)]).toEqual([201, ["episodes", "mp3"]]);
  const { pathname } = new URL(made.body.urls.mp3);
  return { feedId: made.body.id, feed: pathname, enclosure: pathname.replace("mp3.rss", `${id}.mp3`) };
};

test("functions make a feed, answer it and lead to its audio, which CloudFront serves in parts, and end it", async () => {
  const sound = await readFile(recordingPath("chapters.mp3"));
  const { feedId, feed, enclosure } = await makeHeardPodcast(sound);
  const answer = await get(feed);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  const { items = [] } = parseRssFeed(await answer.text());
  expect(items.map(({ enclosures }) => new URL(enclosures![0]!.url!).pathname)).toEqual([enclosure]);
  expect(await listFeeds("ed")).toMatchObject([{ id: feedId, last_used_on: expect.any(String) }]);

  const location = async () => {
    const led = await get(enclosure);
    expect(led.status).toBe(302);
    return led.headers.get("location")!;
  };
  const signed = await location();
  expect(signed).toContain("Signature=");
  expect(signed).not.toContain(feed.split("/")[3]);
  const halves = [
    await get(signed, { range: "bytes=0-99" }),
    await get(await location(), { range: "bytes=100-" }),
  ];
  expect(halves.map(({ status }) => status)).toEqual([206, 206]);
  const parts = await Promise.all(halves.map(async (half) => Buffer.from(await half.arrayBuffer())));
  expect(Buffer.concat(parts).equals(sound)).toBe(true);
  expect((await get(signed.replace(/Expires=\d/, "Expires=9"))).status).toBe(403);
  expect((await get(signed.replace(/\?.*/, ""))).status).toBe(403);

  await alterAccount("ed", { groups: [] });
  expect([(await get(feed)).status, (await get(enclosure)).status]).toEqual([404, 404]);
  await alterAccount("ed", { groups: ["Readers"] });
  expect([(await get(feed)).status, (await get(enclosure)).status]).toEqual([200, 302]);
  expect((await revokeFeed("ed", feedId)).status).toBe(204);
  expect([(await get(feed)).status, (await get(enclosure)).status]).toEqual([404, 404]);
  expect((await get(signed)).status).toBe(200);
});

test("the page of private feeds is shown, and its forms make and revoke one", async () => {
  await restrictTo(world.calls, "Readers");
  const cookie = await cookiesOf("ed");
  for (const { id } of await listFeeds("ed")) await revokeFeed("ed", id);
  /** Sends the first form of a page that leads to an address, as a browser without script does. */
  const press = (page: string, route: Route) => {
    const forms = [...page.matchAll(/<form[^>]*action="([^"]*)".*?<\/form>/gs)];
    const [form] = forms.find(([, action]) => action === route.path)!;
    return call(route, {
      headers: { cookie, "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      body: new URLSearchParams(hiddenFieldsIn(form)).toString(),
    });
  };
  const show = async () => (await call(showOwnFeeds, { headers: { cookie, accept: "text/html" } })).body;
  const made = await press(await show(), makeOwnFeed);
  expect(made.status).toBe(200);
  const [, feed = ""] = /(\/_feeds\/private\/[0-9a-f]{40}\/\w+\.rss)/.exec(made.body) ?? [];
  expect((await get(feed)).status).toBe(200);
  expect((await press(await show(), revokeOwnFeed)).status).toBe(303);
  expect((await get(feed)).status).toBe(404);
});
