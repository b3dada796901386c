import { expect, test } from "vitest";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { addWebhook } from "#lib/routes/editor-webhooks.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { receiverSecret, useReceiver } from "#test/support/webhook-receiver.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";
import { stageAt } from "./control.ts";

const world = useWorld();
const receiver = useReceiver();
const stage = stageAt(process.env.LAMBDA_STAGE!);

test("the deployment stores a snapshot, and every job with a schedule does its work", async () => {
  await stage.runInvocations();
  await stage.runSchedules();
  const { functions } = await stage.summary();
  expect(functions).toBeGreaterThan(5);
});

test("what is due is published by the schedule", async () => {
  const { id } = await createDraft(world.notes);
  await schedulePage(id, { permit: () => {}, publishAt: "2026-01-01T00:00:00.000Z" });
  await stage.runSchedules();
  expect((await call(readLivePage, { params: { id } })).status).toBe(200);
});

test("after a change, the table's stream has feeds renewed and a webhook called", async () => {
  await stage.followTable();
  const webhook = { name: "build", url: receiver.url(), secret: receiverSecret, coalesce_seconds: 0 };
  const made = await call(addWebhook, { as: "su", body: webhook });
  expect(made.status).toBe(201);
  const { id, title } = await createLivePost(world.notes);
  const feed = `${process.env.LAMBDA_URL}/_feeds/${world.notes}/posts.rss`;
  await expect.poll(async () => (await fetch(feed)).text()).toContain(title);
  // A site with caches tells it when they have forgotten the pages from before, at the schedule's next run.
  const told = async () => {
    await stage.runSchedules();
    return receiver.calls.map(({ body }) => body.data.id);
  };
  await expect.poll(told, { timeout: 110_000, interval: 2_000 }).toContain(id);
  expect(receiver.faults).toEqual([]);
}, 240_000);
