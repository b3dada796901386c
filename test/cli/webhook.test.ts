// Proves contract rules: webhook-secrets.

import { expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { deliverWebhooks } from "#lib/webhooks/deliver-webhooks.ts";
import { useTable } from "#test/support/table.ts";
import { receiverSecret, useReceiver } from "#test/support/webhook-receiver.ts";
import { lectern } from "./lectern.ts";

useTable();
const receiver = useReceiver();

const times = { answerMs: 2_000, timeoutMs: 0, runMs: 10_000 };

const deliveries = async () => JSON.parse((await lectern("webhook", "deliveries", "build", "--json")).stdout);

test("webhooks are listed without secrets, tested, and their deliveries listed and replayed", async () => {
  const webhook = { name: "build", url: receiver.url(), secret: receiverSecret };
  await applyManifest({ version: 1, webhooks: [webhook] });
  const { stdout } = await lectern("webhook", "list", "--json");
  expect(JSON.parse(stdout)).toMatchObject([{ name: "build", active: true, coalesce_seconds: 0 }]);
  expect(stdout).not.toContain("whsec_");

  expect((await lectern("webhook", "test", "build")).stdout).toMatch(/^Queued a test as delivery \d+\.\n$/);
  expect(await deliveries()).toMatchObject([{ state: "waiting", type: "webhook.test", tries: 0 }]);
  receiver.answerWith(() => 500);
  await deliverWebhooks(undefined, times);
  const [failed] = await deliveries();
  expect(failed).toMatchObject({ state: "failed", tries: 1, status: 500, answer: "thank you" });

  receiver.answerWith(() => 204);
  expect((await lectern("webhook", "replay", "build", String(failed.id))).status).toBe(0);
  await deliverWebhooks(undefined, times);
  expect((await deliveries()).map(({ state }: { state: string }) => state)).toEqual(["delivered", "failed"]);
  const calls = receiver.taken();
  expect(calls.map(({ body }) => body.type)).toEqual(["webhook.test", "webhook.test"]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(1);
  expect(receiver.faults).toEqual([]);
});

test("unknown names and ids are refused", async () => {
  expect((await lectern("webhook", "test", "nobody")).stderr).toContain("There is no webhook nobody.");
  expect((await lectern("webhook", "replay", "build", "x")).status).toBe(2);
  expect((await lectern("webhook", "replay", "build", "99")).status).toBe(1);
});
