import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createPost, lookUpPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages, readPage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { makeImage } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

/** Counts per request against a warm instance, with posts of 8 KB that do not compress below 6 KB. */
const world = useWorld();

const eightKilobytes = {
  detail: [{ type: "code", value: { language: "b64", source: randomBytes(6_000).toString("base64") } }],
};

beforeAll(async () => {
  for (let index = 0; index < 25; index++) await createLivePost(world.notes, eightKilobytes);
  await call(listPages);
});

const dearest = { requests: 0, readUnits: 0, writeUnits: 0 };

test.each<[string, () => Promise<() => Promise<unknown>>, Partial<typeof dearest>]>([
  ["a list", async () => () => call(listPages), { requests: 1, readUnits: 1 }],
  [
    "a list with bodies, 20 items",
    async () => () => call(listPages, { query: "type=site.Post&limit=20&fields=body" }),
    { requests: 2, readUnits: 45 },
  ],
  [
    "a list of covers and bodies with media",
    async () => {
      const { id } = await makeImage();
      await createLivePost(world.notes, {
        cover_image: { id, alt_text: "" },
        detail: [{ type: "image", value: { id } }],
      });
      await call(listPages);
      const query = "type=site.Post&limit=20&order=-id&fields=cover_image(*),cover_image_poster_url,body";
      return () => call(listPages, { query });
    },
    { requests: 2, readUnits: 45 },
  ],
  [
    "a public page",
    async () => {
      const { id } = await createLivePost(world.notes, eightKilobytes);
      await call(readPage, { params: { id } });
      return () => call(readPage, { params: { id } });
    },
    { requests: 2, readUnits: 4 },
  ],
  [
    "an editor read",
    async () => {
      const { id } = await createDraft(world.notes, eightKilobytes);
      return () => call(readPost, { as: "ada", params: { id } });
    },
    { requests: 4, readUnits: 8 },
  ],
  [
    "a lookup",
    async () => {
      const { slug } = await createDraft(world.notes, eightKilobytes);
      return () => call(lookUpPost, { as: "ada", query: { parent: world.notes, slug } });
    },
    { requests: 5, readUnits: 10 },
  ],
  [
    "a create",
    async () => () =>
      call(createPost, {
        as: "ada",
        body: { parent: { id: world.notes }, title: freshSlug(), overview: [], ...eightKilobytes },
      }),
    { requests: 6, readUnits: 10, writeUnits: 24 },
  ],
  [
    "an update",
    async () => {
      const { id, latest_revision_id } = await createDraft(world.notes, eightKilobytes);
      return () =>
        call(updatePost, {
          as: "ada",
          params: { id },
          body: { base_revision_id: latest_revision_id, title: "x" },
        });
    },
    { requests: 6, readUnits: 10, writeUnits: 20 },
  ],
  [
    "a publication",
    async () => {
      const { id } = await createDraft(world.notes, eightKilobytes);
      return () => call(publishPost, { as: "ada", params: { id } });
    },
    { requests: 6, readUnits: 10, writeUnits: 30 },
  ],
])("%s stays within its budget of requests and units", async (_, prepare, budget) => {
  const cost = await costOf(await prepare());
  const most = { ...dearest, ...budget };
  expect(cost.requests, JSON.stringify(cost)).toBeGreaterThan(0);
  for (const kind of Object.keys(most) as (keyof typeof most)[]) {
    expect(cost[kind], `${kind} of ${JSON.stringify(cost)}`).toBeLessThanOrEqual(most[kind]);
  }
});
