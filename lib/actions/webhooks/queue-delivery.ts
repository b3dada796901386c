import { Refusal } from "#lib/refusals/refusal.ts";
import type { Delivery } from "#lib/site/webhook.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putNewDelivery, readDelivery } from "#lib/store/deliveries.ts";
import { readWebhook } from "#lib/store/webhooks.ts";
import { newDelivery } from "./new-delivery.ts";

/** Queues a call that says only that it is a test. Refuses `not_found`. Cost: three requests. */
export const queueTest = async (webhookId: number): Promise<Delivery> => {
  const { delivery: id } = await drawNumbers("delivery");
  return commitDecision(async () => {
    if (!(await readWebhook(webhookId))) throw new Refusal("not_found");
    const test = newDelivery({ id, webhookId, kind: "test", events: [] });
    return {
      writes: [putNewDelivery(test)],
      value: test,
      outcome: { id: webhookId, state: { delivery: id } },
    };
  });
};

/**
 * Queues a delivery once more, behind what waits, with the id of its message. Refuses `not_found`. Cost: four
 * requests.
 */
export const replayDelivery = async (webhookId: number, deliveryId: number): Promise<Delivery> => {
  const { delivery: id } = await drawNumbers("delivery");
  return commitDecision(async () => {
    const [webhook, before] = [await readWebhook(webhookId), await readDelivery(webhookId, deliveryId)];
    if (!webhook || !before) throw new Refusal("not_found");
    const { kind, events, truncated, messageId } = before;
    const again = newDelivery({ id, webhookId, kind, events, truncated, messageId });
    return {
      writes: [putNewDelivery(again)],
      value: again,
      outcome: { id: webhookId, state: { delivery: id } },
    };
  });
};
