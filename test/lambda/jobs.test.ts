import { expect, test } from "vitest";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { uploadImage } from "#lib/routes/editor-media.ts";
import { addWebhook } from "#lib/routes/editor-webhooks.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { readMedia } from "#lib/store/media.ts";
import { call } from "#test/support/call.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { samplePhotograph } from "#test/support/sample-picture.ts";
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

test("an image that an earlier version has stored gets its pictures by the schedule", async () => {
  const file = formFile("heron.jpg", await samplePhotograph(800), "image/jpeg");
  const sent = await multipart({ title: "A heron", collection: String(world.shows), file });
  const { status, body } = await call(uploadImage, { as: "bo", ...sent });
  expect(status).toBe(201);
  await putMedia("image", body.id, (current) => {
    const { share: _, renditions: __, ...earlier } = current!;
    return earlier;
  });
  await stage.runSchedules();
  const image = await readMedia("image", body.id);
  expect(image?.share).toMatchObject({ width: 1200, height: 630 });
  expect(image?.renditions?.map(({ width }) => width)).toEqual([400, 400, 800]);
}, 60_000);

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
