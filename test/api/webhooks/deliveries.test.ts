// Proves contract rules: webhook-events, webhook-bodies, webhook-order, webhook-retries, webhook-windows.

import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { handler as renewFeeds } from "#functions/jobs/renew-feeds.ts";
import { createPage } from "#lib/actions/pages/create-page.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { deleteLonePage } from "#lib/actions/pages/remove-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { createWebhook, deleteWebhook, type WebhookProperties } from "#lib/actions/webhooks/put-webhook.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { NumberedChange } from "#lib/pages/change.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { listChanges } from "#lib/routes/changes.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { webhookEvents } from "#lib/site/webhook.ts";
import { leaveMark } from "#lib/store/change-number.ts";
import { firstChangesAfter, lastDrawnChange, putChange } from "#lib/store/changes.ts";
import { tableStore } from "#lib/store/table-store.ts";
import {
  readFinishedDeliveries,
  readWaitingDeliveries,
  readWebhook,
  readWebhooks,
} from "#lib/store/webhooks.ts";
import { deliverWebhooks, pauseAfter } from "#lib/webhooks/deliver-webhooks.ts";
import { queueDeliveries } from "#lib/webhooks/queue-deliveries.ts";
import { feedServer } from "#local/feed-server.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { useClock } from "#test/support/clock.ts";
import { copyingCache } from "#test/support/copying-cache.ts";
import { byOthers, failingAt } from "#test/support/faults.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { receiverSecret, useReceiver } from "#test/support/webhook-receiver.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();
const receiver = useReceiver();
const advance = useClock();

const anybody = { permit: () => {} };
/** A receiver may be slow to answer on a busy machine, and is not silent then. */
const times = { answerMs: 30_000, timeoutMs: 0, runMs: 60_000 };

const deliver = () => deliverWebhooks(new AbortController().signal, times);

/** What a service does after a change. */
const settle = async () => {
  await renewFeeds();
  return deliver();
};

/** The same without feeds. */
const settleQuickly = async () => {
  await queueDeliveries((await catalogNow()).position);
  return deliver();
};

const listen = (properties: Partial<WebhookProperties> = {}) =>
  createWebhook(
    {
      name: "build",
      url: receiver.url(),
      events: webhookEvents,
      parents: [],
      coalesceSeconds: 0,
      active: true,
      ...properties,
    },
    receiverSecret,
  );

/** A published post, made by the actions alone: much faster than by requests. */
const publishNew = async (): Promise<number> => {
  const content: PostContent = {
    ...{ title: "New", slug: freshSlug(), seoTitle: "", searchDescription: "", tags: [], categories: [] },
    ...{ visibleDate: "2026-01-01T00:00:00.000Z", coverImage: null, body: [] },
  };
  const { page } = await createPage(world.notes, () => ({ kind: "post", content, ownerId: null }));
  await publishPage(page.id, { ...anybody, publisherId: null });
  return page.id;
};

const retitle = async (id: number, title: string) => {
  await saveDraft(id, { ...anybody, authorId: null, change: (latest) => ({ ...latest, title }) });
  await publishPage(id, { ...anybody, publisherId: null });
};

const told = () => receiver.taken().map(({ body }) => `${body.type} ${body.data.id}`);

beforeEach(async () => {
  process.env.PUBLIC_ORIGIN = "https://notes.example";
  for (const { webhook } of await readWebhooks()) await deleteWebhook(webhook.id);
  await deliver();
  receiver.taken();
  receiver.faults.splice(0);
  receiver.answerWith(() => 204);
});

describe("what is told", () => {
  test.each<[string, Record<string, string>, number]>([
    ["feeds", { FEED_CACHE_SECONDS: "9" }, 9],
    ["pages", { SITE_SHARED_CACHE_SECONDS: "300", FEED_CACHE_SECONDS: "9" }, 305],
  ])("waits until no cache shows older %s", async (_, variables, seconds) => {
    await listen();
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const id = await publishNew();
    await settleQuickly();
    advance(seconds - 1);
    await settleQuickly();
    expect(told()).toEqual([]);
    advance(1);
    await settleQuickly();
    vi.unstubAllEnvs();
    expect(told()).toEqual([`page.published ${id}`]);
  });

  test("a receiver that asks CloudFront at once sees the change, in the API and in a feed that others poll", async () => {
    await listen();
    const server = feedServer(await openFiles());
    const ofRegion = copyingCache(async (url) => {
      const { status, headers, body } = await server.answer({ method: "GET", url, headers: {} });
      return { status, headers, text: await text(Readable.from(body)) } as RouteAnswer;
    });
    const feeds = copyingCache(ofRegion.ask);
    const api = copyingCache((id) => call(readLivePage, { params: { id: Number(id) } }));
    const feed = `/_feeds/${world.notes}/posts.rss`;
    const id = await publishNew();
    await settle();
    receiver.taken();
    vi.stubEnv("FEED_CACHE_SECONDS", "9");
    const seen: boolean[] = [];
    receiver.answerWith(async () => {
      seen.push((await feeds.ask(feed)).text.includes("Herons"));
      seen.push((await api.ask(String(id))).text.includes("Herons"));
      return 204;
    });
    await api.ask(String(id));
    await retitle(id, "Herons");
    // Somebody elsewhere asks before the feed is renewed, so the cache near the receiver gets an old copy.
    await ofRegion.ask(feed);
    await settle();
    for (let second = 1; second <= 9; second++) {
      expect(told()).toEqual([]);
      advance(1);
      await feeds.ask(feed);
      await deliver();
    }
    vi.unstubAllEnvs();
    expect([told(), seen]).toEqual([[`page.updated ${id}`], [true, true]]);
  });

  test("publication, edit, withdrawal and deletion are told, signed, after every read shows them", async () => {
    await listen();
    const seen: unknown[] = [];
    receiver.answerWith(async ({ body }) => {
      const page = await call(readLivePage, { params: { id: body.data.id }, query: { fields: "*,digest" } });
      seen.push(page.status === 200 ? [page.body.title, page.body.digest] : page.status);
      return 200;
    });
    const post = await createLivePost(world.notes);
    await settle();
    await retitle(post.id, "Second");
    await settle();
    await unpublishPage(post.id, anybody);
    await settle();
    await publishPage(post.id, { ...anybody, publisherId: null });
    await settle();
    await deleteLonePage(post.id);
    await settle();
    expect(receiver.faults).toEqual([]);
    const calls = receiver.taken().map(({ body }) => body);
    expect(calls.map(({ type }) => type)).toEqual([
      "page.published",
      "page.updated",
      "page.unpublished",
      "page.published",
      "page.deleted",
    ]);
    expect(calls[1]).toEqual({
      type: "page.updated",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        id: post.id,
        type: "site.Post",
        title: "Second",
        change: "updated",
        html_url: expect.stringContaining("https://notes.example/notes/"),
        detail_url: `https://notes.example/api/cms/pages/${post.id}/`,
        digest: expect.stringMatching(/^[\w-]{16,}$/),
        parent: world.notes,
      },
    });
    expect(calls[2].data).toMatchObject({ title: null, html_url: null, digest: null });
    expect(seen.slice(0, 3)).toEqual([
      [post.title, calls[0].data.digest],
      ["Second", calls[1].data.digest],
      404,
    ]);
    expect(seen.slice(3)).toEqual([["Second", calls[1].data.digest], 404]);
    const { body } = await call(listChanges);
    expect(body.results).toEqual([]);
  });

  test("a parent that is renamed, restricted or opened is one event with below", async () => {
    const post = await createLivePost(world.notes);
    await listen();
    const draft = await createDraft(world.notes);
    await retitle(world.notes, "Notes of the marsh");
    await settle();
    await setPageProperties(world.notes, { restriction: { type: "login" } });
    await settle();
    await retitle(post.id, "Hidden");
    await publishPage(draft.id, { ...anybody, publisherId: null });
    await settle();
    await setPageProperties(world.notes, { restriction: null });
    await settle();
    const calls = receiver.taken().map(({ body }) => [body.type, body.data.id, body.data.below]);
    expect(calls).toEqual([
      ["page.updated", world.notes, true],
      ["page.unpublished", world.notes, true],
      ["page.published", world.notes, true],
    ]);
  });

  test("a webhook is told only of its events, below its parents", async () => {
    await listen({ events: ["page.published"], parents: [world.calls] });
    await createLivePost(world.notes);
    await settle();
    expect(told()).toEqual([]);
    await setPageProperties(world.home, { restriction: { type: "login" } });
    await setPageProperties(world.home, { restriction: null });
    await settle();
    expect(told()).toEqual([`page.published ${world.home}`]);
  });

  test("what was there before the webhook is not told, and what a page is called now is read when it is sent", async () => {
    const post = await createLivePost(world.notes);
    await listen();
    await settle();
    expect(told()).toEqual([]);
    await retitle(post.id, "For members");
    await renewFeeds();
    await setPageProperties(post.id, { restriction: { type: "login" } });
    await settle();
    const [first, second] = receiver.taken();
    expect(first!.body).toMatchObject({
      type: "page.updated",
      data: { title: null, html_url: null, digest: null },
    });
    expect(second!.body).toMatchObject({ type: "page.unpublished" });
  });
});

test("a feed that cannot be made holds all calls up for ten minutes, and none after that", async () => {
  await listen();
  const files = await openFiles();
  const { putIfMatch } = files;
  const spy = vi.spyOn(files, "putIfMatch").mockImplementation(async (key, ...others) => {
    if (key.startsWith(`_feeds/${world.notes}/`)) throw new Error("There is no room.");
    return putIfMatch(key, ...others);
  });
  const post = await createLivePost(world.notes);
  const other = await createLivePost(world.calls);
  for (const seconds of [599, 1]) {
    await expect(renewFeeds()).rejects.toThrow("1 feeds could not be renewed");
    await deliver();
    expect(told()).toEqual([]);
    advance(seconds);
  }
  await expect(renewFeeds()).rejects.toThrow("1 feeds");
  await deliver();
  expect(told()).toEqual([`page.published ${post.id}`, `page.published ${other.id}`]);
  await retitle(post.id, "At once");
  await expect(renewFeeds()).rejects.toThrow("1 feeds");
  await deliver();
  expect(told()).toEqual([`page.updated ${post.id}`]);

  spy.mockRestore();
  await settle();
  expect((await storedFileKeys()).filter((key) => key.includes("failing"))).toEqual([]);
});

/** Gives the entries of the log the changes of others of them. */
const rewriteLog = async (changes: ReadonlyMap<number, NumberedChange>) => {
  for (const [number, { mark, change }] of changes) {
    const { put } = putChange({ number, mark }, change);
    await tableStore().write({ put });
  }
};

test("changes of a page are told in their order, however far apart their numbers are", async () => {
  await listen();
  const { number: before } = await lastDrawnChange();
  const post = await createLivePost(world.notes);
  await unpublishPage(post.id, anybody);
  for (let count = 0; count < 6; count++) await leaveMark();
  const log = await firstChangesAfter(before, 100);
  const [published, unpublished] = log.filter(({ change }) => change.kind === "page");
  const [none, last] = [log.at(-2)!, log.at(-1)!];
  // The later change has drawn the lower number.
  await rewriteLog(
    new Map([
      [published!.number, { ...unpublished!, mark: published!.mark }],
      [unpublished!.number, { ...none, mark: unpublished!.mark }],
      [last.number, { ...published!, mark: last.mark }],
    ]),
  );
  await queueDeliveries((await catalogNow()).position, { eventsAtOnce: 1, entriesAtOnce: 2 });
  await deliver();
  expect(told()).toEqual([`page.published ${post.id}`, `page.unpublished ${post.id}`]);
});

describe("failures", () => {
  test("later events of a page wait behind one that fails, and other pages do not", async () => {
    const [one, other] = [await createLivePost(world.notes), await createLivePost(world.notes)];
    await listen();
    receiver.answerWith(({ body }) => (body.data.id === one.id && body.data.title === "A" ? 500 : 204));
    for (const title of ["A", "B"]) {
      await retitle(one.id, title);
      await settleQuickly();
      await retitle(other.id, title);
      await settleQuickly();
    }
    // The title is read when it is sent, so the first call fails and its repetition does not.
    expect(told()).toEqual([
      `page.updated ${one.id}`,
      `page.updated ${other.id}`,
      `page.updated ${other.id}`,
    ]);
    expect(await readWaitingDeliveries()).toMatchObject([{ tries: 1 }, { tries: 0 }]);
    advance(5);
    await deliver();
    expect(told()).toEqual([`page.updated ${one.id}`, `page.updated ${one.id}`]);
    expect(await readWaitingDeliveries()).toEqual([]);
  });

  test("a receiver that is down for an hour gets everything, in order", async () => {
    await listen();
    const { isDown, posts } = { isDown: { now: true }, posts: [] as number[] };
    receiver.answerWith(() => (isDown.now ? 503 : 204));
    for (let minute = 0; minute < 60; minute++) {
      const isQuiet = minute % 6 > 0;
      if (!isQuiet) posts.push(await publishNew());
      advance(60);
      await (isQuiet ? deliver() : settleQuickly());
    }
    expect(receiver.taken().length).toBeLessThan(12);
    isDown.now = false;
    advance(1_800);
    await deliver();
    expect(told()).toEqual(posts.map((id) => `page.published ${id}`));
    expect(receiver.faults).toEqual([]);
  });

  test("pauses grow from five seconds to half an hour, and after a day a delivery has failed, and is kept", async () => {
    expect([1, 2, 3, 4, 5, 6, 60].map(pauseAfter)).toEqual([
      5_000, 20_000, 80_000, 320_000, 1_280_000, 1_800_000, 1_800_000,
    ]);
    const { id } = await listen();
    receiver.answerWith(() => 302);
    await createLivePost(world.notes);
    await settleQuickly();
    for (let hour = 0; hour < 25; hour++) {
      advance(3_600);
      await deliver();
    }
    expect(await readWaitingDeliveries()).toEqual([]);
    const [failed] = await readFinishedDeliveries(id, 10);
    expect(failed).toMatchObject({
      state: "failed",
      tries: 25,
      lastTry: { status: 302, answer: "thank you" },
    });
    expect(new Set(receiver.taken().map((each) => each.id)).size).toBe(1);
  });

  test("410 disables a webhook, whose other deliveries have failed", async () => {
    const { id } = await listen();
    receiver.answerWith(() => 410);
    await createLivePost(world.notes);
    await createLivePost(world.notes);
    await settleQuickly();
    await deliver();
    expect(receiver.taken().length).toBe(1);
    expect((await readWebhook(id))!.webhook).toMatchObject({
      active: false,
      problem: expect.stringContaining("410"),
    });
    expect((await readFinishedDeliveries(id, 10)).map(({ state }) => state)).toEqual(["failed", "failed"]);
  });
});

describe("windows", () => {
  test("thirty publications in a minute are one call, with each page once", async () => {
    const { id } = await listen({ coalesceSeconds: 60 });
    const posts: number[] = [];
    for (let second = 0; second < 30; second += 5) {
      for (let count = 0; count < 5; count++) posts.push(await publishNew());
      await settleQuickly();
      advance(5);
    }
    await retitle(posts[0]!, "Once more");
    await settleQuickly();
    expect(receiver.taken()).toEqual([]);
    advance(31);
    await settleQuickly();
    const calls = receiver.taken();
    expect(calls.length).toBe(1);
    expect(calls[0]!.body.type).toBe("pages.changed");
    const { pages } = calls[0]!.body.data;
    expect(pages.map((page: { id: number }) => page.id)).toEqual(posts);
    expect(pages[0]).toMatchObject({ change: "published", title: "Once more", parent: world.notes });
    await retitle(posts[1]!, "Afterwards");
    await settleQuickly();
    expect(await readWaitingDeliveries(id)).toMatchObject([{ kind: "pages", tries: 0 }]);
  });
});

describe("processes that are killed", () => {
  test("two runs at once send each event once", async () => {
    await listen();
    const posts = [
      await createLivePost(world.notes),
      await createLivePost(world.notes),
      await createLivePost(world.notes),
    ].map(({ id }) => id);
    await Promise.all([renewFeeds(), renewFeeds()]);
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    expect(told().sort()).toEqual(posts.map((id) => `page.published ${id}`).sort());
  });

  test("a run that is killed at any step loses nothing, and tells nothing before a read shows it", async () => {
    await listen();
    let early = 0;
    const id = await publishNew();
    receiver.answerWith(async ({ body }) => {
      const { status } = await byOthers(() => call(readLivePage, { params: { id } }));
      if (status !== (body.type === "page.published" ? 200 : 404)) early += 1;
      return 204;
    });
    await settleQuickly();
    receiver.taken();
    let kills = 0;
    for (let round = 0; kills < 200; round++) {
      const isPublic = round % 2 === 1;
      await (isPublic ? publishPage(id, { ...anybody, publisherId: null }) : unpublishPage(id, anybody));
      const { position } = await catalogNow();
      const work = round % 4 < 2 ? () => queueDeliveries(position) : deliver;
      if (work === deliver) await queueDeliveries(position);
      for (let step = 0; ; step++) {
        const how = round % 8 < 4 ? "for good" : "after";
        if (!(await failingAt(step, how, work).catch(() => true))) break;
        kills += 1;
        // The longest pause before another attempt.
        advance(1_801);
      }
      await queueDeliveries(position);
      await deliver();
      expect(new Set(told())).toEqual(new Set([`page.${isPublic ? "" : "un"}published ${id}`]));
      expect(await readWaitingDeliveries()).toEqual([]);
    }
    expect(early).toBe(0);
    expect(receiver.faults).toEqual([]);
  });
});
