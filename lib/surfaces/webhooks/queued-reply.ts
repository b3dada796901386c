import { Reply } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Delivery } from "#lib/site/webhook.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { readDelivery } from "#lib/store/deliveries.ts";
import { deliveryView } from "./webhook-view.ts";

/** The answer of a request that queues a call: 201, or 200 if it waited before. */
export const queuedReply = (delivery: Delivery, isNew: boolean) =>
  new Reply(deliveryView(delivery), { status: isNew ? 201 : 200 });

/** The same again. Of a call that was new, it shows what the first answer said: nobody had sent it yet. */
export const repeatedReply = async ({ id: webhookId, state }: RequestOutcome) => {
  const delivery = await readDelivery(webhookId, state?.delivery as number);
  if (!delivery) throw new Refusal("not_found", { detail: "Delivery not found." });
  const isNew = state?.isNew === true;
  const { dueAtMs } = delivery;
  const asQueued: Delivery = { ...delivery, state: "waiting", tries: 0, nextAtMs: dueAtMs, lastTry: null };
  return queuedReply(isNew ? asQueued : delivery, isNew);
};
