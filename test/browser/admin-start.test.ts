import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "#lib/actions/people/users.ts";
import { changeWebhook, createWebhook } from "#lib/actions/webhooks/put-webhook.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { webhookEvents } from "#lib/site/webhook.ts";
import { deliverWebhooks } from "#lib/webhooks/deliver-webhooks.ts";
import { queueDeliveries } from "#lib/webhooks/queue-deliveries.ts";
import { receiverSecret, useReceiver } from "#test/support/webhook-receiver.ts";
import { useAdminSite } from "./admin-site.ts";
import { expectNoFaults } from "./looking.ts";

const site = useAdminSite();
const { ask, tabOf } = site;
const receiver = useReceiver();

beforeAll(async () => {
  // Calls name the address of the page.
  process.env.PUBLIC_ORIGIN = site.url;
  await createUser("grace", {
    ...{ email: "", passwordHash: "", groups: [] },
    ...{ staff: true, superuser: true, active: true },
  });
});

afterAll(() => {
  delete process.env.PUBLIC_ORIGIN;
});

/** A webhook, and what it was told of: that a post is public. */
const toldOfPost = async (name: string): Promise<number> => {
  const { id } = await createWebhook(
    {
      ...{ name, url: receiver.url(), events: webhookEvents },
      ...{ parents: [], coalesceSeconds: 0, active: true },
    },
    receiverSecret,
  );
  const { id: post } = await ask("POST", "/api/editor/posts/", {
    ...{ title: `Told to ${name}`, parent: { id: site.blog() }, overview_markdown: "A rail called." },
  });
  await ask("POST", `/api/editor/posts/${post}/publish/`);
  await queueDeliveries((await catalogNow()).position);
  await deliverWebhooks(new AbortController().signal, { answerMs: 30_000, timeoutMs: 0, runMs: 60_000 });
  return id;
};

test("the start tells administrators which webhooks fail and why, and nobody else", async () => {
  const works = await toldOfPost("works");
  await changeWebhook(works, () => ({ parents: [8] }));
  receiver.answerWith(() => 410);
  const resumed = await toldOfPost("resumed");
  await toldOfPost("stopped");
  await changeWebhook(resumed, () => ({ active: true }));
  const page = await tabOf("grace");
  await page.goto("/cms/");
  const card = page.getByRole("region", { name: "Webhooks that fail" });
  await card.getByRole("listitem").first().waitFor();
  expect((await card.getByRole("listitem").allInnerTexts()).map((text) => text.split(/\n+/)).sort()).toEqual([
    ["resumed", "The last delivery was given up."],
    ["stopped", "The receiver answered 410 Gone."],
  ]);
  await expectNoFaults(page);
  await card.getByRole("link", { name: "stopped" }).click();
  await page.waitForURL(/\/cms\/settings\/webhooks\/$/);
  await page.getByText("stopped").first().waitFor();
  await page.context().close();

  const writer = await tabOf();
  await writer.goto("/cms/", { waitUntil: "networkidle" });
  await writer.getByRole("region", { name: "Worked on last" }).getByRole("listitem").first().waitFor();
  expect(await writer.getByRole("region", { name: "Webhooks that fail" }).count()).toBe(0);
  await writer.context().close();
});
