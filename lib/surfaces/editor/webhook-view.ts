import { certain } from "#lib/certain.ts";
import { Reply } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Delivery, Webhook } from "#lib/site/webhook.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import {
  readDelivery,
  readFinishedDeliveries,
  readWaitingDeliveries,
  readWebhook,
} from "#lib/store/webhooks.ts";

/** A webhook, without its secret. */
export const webhookView = (webhook: Webhook) => {
  const { id, name, url, events, parents, coalesceSeconds, active, problem } = webhook;
  return {
    ...{ id, name, url, events: [...events], parents: [...parents] },
    coalesce_seconds: coalesceSeconds,
    ...{ active, problem },
    from_manifest: webhook.fromManifest ?? false,
    created_at: webhook.createdAt,
  };
};

const types = { pages: "pages.changed", test: "webhook.test" } as const;

/** A call, its last attempt, and when it is tried next. */
export const deliveryView = (delivery: Delivery) => {
  const { id, messageId, kind, events, state, tries, lastTry, createdAt, nextAtMs } = delivery;
  return {
    id,
    message_id: messageId,
    state,
    type: kind === "page" ? (`page.${certain(events[0]).change}` as const) : types[kind],
    pages: events.map((event) => event.id),
    created_at: createdAt,
    tries,
    next_at: state === "waiting" ? new Date(nextAtMs).toISOString() : null,
    tried_at: lastTry?.at ?? null,
    status: lastTry?.status ?? null,
    duration_ms: lastTry?.durationMs ?? null,
    problem: lastTry?.problem ?? null,
    answer: lastTry?.answer ?? null,
  };
};

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
