import { randomBytes } from "node:crypto";
import { clock } from "#lib/clock.ts";
import type { Delivery } from "#lib/site/webhook.ts";

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
