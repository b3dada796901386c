import { setTimeout as pause } from "node:timers/promises";
import pLimit from "p-limit";
import { clock, isStillAhead } from "#lib/clock.ts";
import { sendPost } from "#lib/outbound/guarded-calls.ts";
import { signatureHeaders, signingKeyOf } from "#lib/outbound/webhook-signature.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";
import { publicOrigin } from "#lib/settings/site.ts";
import type { Delivery, DeliveryTry, Webhook } from "#lib/site/webhook.ts";
import { commitDecision } from "#lib/store/commit.ts";
import {
  putChangedWebhook,
  putDelivery,
  readWaitingDeliveries,
  readWaitingDelivery,
  readWebhook,
  readWebhookSecret,
  readWebhooks,
  removeDelivery,
} from "#lib/store/webhooks.ts";
import { deliveryBody } from "./delivery-body.ts";

/** The result of a run. */
export interface DeliveryReport {
  readonly delivered: number;
  readonly failed: number;
  /** Why the last attempt that failed has failed. */
  readonly problem: string | null;
}

export interface DeliveryTimes {
  /** The time in which a receiver must answer. */
  readonly answerMs: number;
  /** A run waits for what is due so soon. */
  readonly timeoutMs: number;
  /** A run begins nothing after this time. */
  readonly runMs: number;
}

export const usualDeliveryTimes: DeliveryTimes = { answerMs: 10_000, timeoutMs: 20_000, runMs: 200_000 };

/** The time for which a process has a delivery for itself: longer than an attempt can take. */
const leaseMs = 30_000;

/** The time for which a failing delivery is tried again. */
const retriedForMs = 24 * 3_600_000;

const answerBytes = 1_024;

const webhooksAtOnce = 8;

const pollMs = 1_000;

/** The pause after so many attempts: 5 s, 20 s, 80 s, … at most half an hour. */
export const pauseAfter = (tries: number): number => Math.min(5_000 * 4 ** (tries - 1), 1_800_000);

/**
 * Sends what is due, of each webhook in the order of the changes. An event waits for earlier ones of the same
 * page; while the receiver cannot be reached, all wait. Several runs may be at work: each takes a delivery
 * for itself before it sends it. What a killed run has begun is sent again. If nothing waits, one request.
 */
export const deliverWebhooks = async (
  signal: AbortSignal = new AbortController().signal,
  times: DeliveryTimes = usualDeliveryTimes,
): Promise<DeliveryReport> => {
  const endsAtMs = clock.monotonicMs() + times.runMs;
  const isOver = () => signal.aborted || clock.monotonicMs() > endsAtMs;
  let report: DeliveryReport = { delivered: 0, failed: 0, problem: null };
  for (;;) {
    const waiting = await readWaitingDeliveries();
    if (waiting.length === 0) return report;
    const webhooks = new Map((await readWebhooks()).map(({ webhook }) => [webhook.id, webhook]));
    const byWebhook = [...Map.groupBy(waiting, ({ webhookId }) => webhookId)];
    const runs = await pLimit(webhooksAtOnce).map(byWebhook, ([id, deliveries]) =>
      deliverTo(webhooks.get(id), deliveries, times.answerMs, isOver),
    );
    for (const run of runs)
      report = {
        delivered: report.delivered + run.delivered,
        failed: report.failed + run.failed,
        problem: run.problem ?? report.problem,
      };
    const nextAtMs = Math.min(...runs.map((run) => run.nextAtMs));
    if (isOver() || nextAtMs - clock.nowMs() > times.timeoutMs) return report;
    await pause(Math.max(1, Math.min(nextAtMs - clock.nowMs(), pollMs)));
  }
};

interface WebhookRun extends DeliveryReport {
  /** When something of this webhook is due; infinite if nothing waits. */
  readonly nextAtMs: number;
}

const deliverTo = async (
  webhook: Webhook | undefined,
  deliveries: readonly Delivery[],
  answerMs: number,
  isOver: () => boolean,
): Promise<WebhookRun> => {
  const run = { delivered: 0, failed: 0, problem: null as string | null, nextAtMs: Number.POSITIVE_INFINITY };
  const waitingPages = new Set<number>();
  for (const delivery of deliveries) {
    if (isOver()) break;
    if (delivery.events.some(({ id }) => waitingPages.has(id))) {
      for (const { id } of delivery.events) waitingPages.add(id);
      continue;
    }
    const after = await stepOf(webhook, delivery, answerMs);
    if (after?.state === "delivered") run.delivered += 1;
    if (after && after.state !== "delivered" && after.tries > delivery.tries) {
      run.failed += 1;
      run.problem = after.lastTry?.problem ?? null;
    }
    if (after?.lastTry?.status === 410) break;
    if (after?.state !== "waiting") continue;
    run.nextAtMs = Math.min(run.nextAtMs, Math.max(after.nextAtMs, after.leasedUntilMs));
    if (after.kind === "test") continue;
    if (after.kind === "pages" ? after.tries > 0 : isOutage(after)) break;
    for (const { id } of after.events) waitingPages.add(id);
  }
  return run;
};

/** True if the receiver could not be reached, so that others need not be tried. */
const isOutage = ({ lastTry }: Delivery): boolean =>
  lastTry !== null && (lastTry.status === null || [429, 502, 503, 504].includes(lastTry.status));

/** False for what waited when the webhook was switched off, also if it is active again. */
const mayGoTo = ({ active, firstDelivery = 0 }: Webhook, { id }: Delivery): boolean =>
  active && id >= firstDelivery;

/** The state of a delivery; undefined if its webhook is gone. */
const stepOf = async (
  webhook: Webhook | undefined,
  delivery: Delivery,
  answerMs: number,
): Promise<Delivery | undefined> => {
  const { id, webhookId } = delivery;
  if (!webhook) {
    await commitDecision(async () => ({ writes: [removeDelivery(delivery)], value: undefined }));
    return undefined;
  }
  if (delivery.kind !== "test" && !mayGoTo(webhook, delivery)) return finish(delivery, { state: "failed" });
  if (isStillAhead(delivery.nextAtMs, retriedForMs) || isStillAhead(delivery.leasedUntilMs, leaseMs))
    return delivery;
  const claimed = await claim(delivery);
  if (!claimed) return (await readWaitingDelivery(webhookId, id)) ?? { ...delivery, state: "delivered" };
  const lastTry = await send(webhook, claimed, answerMs);
  if (lastTry.problem === null) return finish(claimed, { state: "delivered", lastTry });
  const isGone = lastTry.status === 410;
  const isGivenUp = isGone || claimed.kind === "test" || clock.nowMs() - claimed.dueAtMs >= retriedForMs;
  const done = isGivenUp
    ? await finish(claimed, { state: "failed", lastTry })
    : await finish(claimed, { nextAtMs: clock.nowMs() + pauseAfter(claimed.tries), lastTry });
  if (isGone) await disable(webhookId);
  return done;
};

/** Takes a delivery for this process; undefined if another one has it. */
const claim = (read: Delivery): Promise<Delivery | undefined> => {
  const next: Delivery = {
    ...read,
    tries: read.tries + 1,
    leasedUntilMs: clock.nowMs() + leaseMs,
    version: read.version + 1,
  };
  return commitDecision(async () => {
    const now = await readWaitingDelivery(read.webhookId, read.id);
    if (now?.version !== read.version) return { writes: [], value: undefined };
    return { writes: putDelivery(read, next), value: next };
  });
};

/** Stores what has become of a delivery, unless another process has done so after a lost lease. */
const finish = (read: Delivery, changes: Partial<Delivery>): Promise<Delivery> => {
  const next: Delivery = { ...read, ...changes, leasedUntilMs: 0, version: read.version + 1 };
  return commitDecision(async () => {
    const now = await readWaitingDelivery(read.webhookId, read.id);
    return { writes: now?.version === read.version ? putDelivery(read, next) : [], value: next };
  });
};

/** The receiver wants no more calls (410). */
const disable = (id: number): Promise<void> =>
  commitDecision(async () => {
    const stored = await readWebhook(id);
    if (!stored?.webhook.active) return { writes: [], value: undefined };
    const webhook = { ...stored.webhook, active: false, problem: "The receiver answered 410 Gone." };
    return { writes: putChangedWebhook(stored, { webhook }), value: undefined };
  });

const send = async ({ id, url }: Webhook, delivery: Delivery, answerMs: number): Promise<DeliveryTry> => {
  const at = clock.now();
  const begunMs = clock.monotonicMs();
  const tried = (status: number | null, problem: string | null, answer = ""): DeliveryTry => ({
    at,
    status,
    durationMs: Math.round(clock.monotonicMs() - begunMs),
    problem,
    answer,
  });
  try {
    const mayBeInternal = allowsPrivateAddresses();
    if (!mayBeInternal && !url.startsWith("https:")) throw new Error(`${url} does not begin with https:`);
    const key = signingKeyOf((await readWebhookSecret(id)) ?? "");
    if (!key) throw new Error("the webhook has no secret");
    const text = await deliveryBody(delivery, publicOrigin());
    if (text === undefined) throw new Error("the address of the site is not known: set its base_url");
    const body = Buffer.from(text);
    const signed = signatureHeaders(key, { id: delivery.messageId, atMs: Date.parse(at), body });
    const { status, answer } = await sendPost(url, { "content-type": "application/json", ...signed }, body, {
      signal: AbortSignal.timeout(answerMs),
      mayBeInternal,
      answerBytes,
    });
    const isTaken = status >= 200 && status < 300;
    return tried(status, isTaken ? null : `the receiver answered ${status}`, answer);
  } catch (error) {
    return tried(null, (error as Error).message);
  }
};
