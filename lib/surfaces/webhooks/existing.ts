import { Refusal } from "#lib/refusals/refusal.ts";
import type { Delivery, Webhook } from "#lib/site/webhook.ts";
import { readFinishedDeliveries, readWaitingDeliveries } from "#lib/store/deliveries.ts";
import { readWebhook } from "#lib/store/webhooks.ts";

/** How many finished deliveries a list has: their answers may be a kilobyte each. */
const maxFinished = 1_000;

/** Refuses `not_found`. One request. */
export const existingWebhook = async (id: number): Promise<Webhook> => {
  const stored = await readWebhook(id);
  if (!stored) throw new Refusal("not_found", { detail: "Webhook not found." });
  return stored.webhook;
};

/** What waits, in the order in which it is sent, and then what is finished, newest first. Two requests. */
export const deliveriesOf = async (webhookId: number, limit = maxFinished): Promise<Delivery[]> =>
  (await Promise.all([readWaitingDeliveries(webhookId), readFinishedDeliveries(webhookId, limit)])).flat();
