import { certain } from "#lib/certain.ts";
import type { Delivery, Webhook } from "#lib/site/webhook.ts";

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
