import { randomBytes } from "node:crypto";
import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Delivery } from "#lib/site/webhook.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { drawNumbers } from "#lib/store/items.ts";
import { putDelivery, putNewDelivery, readDelivery, readWebhook } from "#lib/store/webhooks.ts";

/** Queues a call that says only that it is a test. Refuses `not_found`. Cost: three requests. */
export const queueTest = async (webhookId: number): Promise<Delivery> => {
  const { delivery: id } = await drawNumbers("delivery");
  return commitDecision(async () => {
    if (!(await readWebhook(webhookId))) throw new Refusal("not_found");
    const test = newDelivery({ id, webhookId, kind: "test", events: [] });
    return queueing(test);
  });
};

/**
 * Queues a delivery once more, behind what waits, with the id of its message. One that waits is not queued
 * twice: it is tried again now instead of after its pause. Refuses `not_found` and `webhook_inactive`. Cost:
 * four requests.
 */
export const replayDelivery = async (webhookId: number, deliveryId: number): Promise<Delivery> => {
  const { delivery: id } = await drawNumbers("delivery");
  return commitDecision(async () => {
    const [webhook, before] = [await readWebhook(webhookId), await readDelivery(webhookId, deliveryId)];
    if (!webhook || !before) throw new Refusal("not_found");
    const { kind, events, truncated, messageId } = before;
    if (!webhook.webhook.active && kind !== "test") throw new Refusal("webhook_inactive");
    if (before.state === "waiting") return hurrying(before);
    return queueing(newDelivery({ id, webhookId, kind, events, truncated, messageId }));
  });
};

const outcomeOf = ({ id, webhookId }: Delivery, isNew: boolean) => ({
  id: webhookId,
  state: { delivery: id, isNew },
});

const queueing = (delivery: Delivery): Decision<Delivery> => ({
  writes: [putNewDelivery(delivery)],
  value: delivery,
  outcome: outcomeOf(delivery, true),
});

/** Ends the pause after a failure. A first attempt keeps its time: before it, not all see the change. */
const hurrying = (before: Delivery): Decision<Delivery> => {
  const nextAtMs = Math.min(before.nextAtMs, Math.max(before.dueAtMs, clock.nowMs()));
  const outcome = outcomeOf(before, false);
  if (nextAtMs === before.nextAtMs) return { writes: [], value: before, outcome };
  const next = { ...before, nextAtMs, version: before.version + 1 };
  return { writes: putDelivery(before, next), value: next, outcome };
};

/** A delivery that nobody has tried to send yet; due now, unless said otherwise. */
export const newDelivery = (
  own: Pick<Delivery, "id" | "webhookId" | "kind" | "events"> &
    Partial<Pick<Delivery, "messageId" | "truncated" | "dueAtMs">>,
): Delivery => {
  const dueAtMs = own.dueAtMs ?? clock.nowMs();
  return {
    messageId: `msg_${randomBytes(18).toString("base64url")}`,
    truncated: false,
    ...own,
    state: "waiting",
    createdAt: clock.now(),
    dueAtMs,
    nextAtMs: dueAtMs,
    leasedUntilMs: 0,
    tries: 0,
    lastTry: null,
    version: 1,
  };
};
