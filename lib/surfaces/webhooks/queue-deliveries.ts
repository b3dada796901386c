import { newDelivery } from "#lib/actions/webhooks/new-delivery.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import type { LogPosition } from "#lib/catalog/log-position.ts";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { oldestCopySeconds } from "#lib/settings/site.ts";
import type { Delivery, PageEvent } from "#lib/site/webhook.ts";
import { firstChangesAfter } from "#lib/store/changes.ts";
import { drawManyNumbers } from "#lib/store/client.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { putDelivery, putNewDelivery, readWaitingDeliveries } from "#lib/store/deliveries.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { movePosition, readWebhook, readWebhooks, type StoredWebhook } from "#lib/store/webhooks.ts";
import { type LogPart, plannedEvents } from "./planned-events.ts";

interface QueueLimits {
  /** A transaction takes a hundred items. */
  readonly eventsAtOnce: number;
  readonly entriesAtOnce: number;
}

const usualLimits: QueueLimits = { eventsAtOnce: 90, entriesAtOnce: 1_000 };

/** How many pages one call of a window names. */
const maxPagesOfWindow = 1_000;

/**
 * Makes deliveries of what happened up to a position of the change log, for each webhook, in the order of the
 * log. Call it when readers see all of that. A webhook waits at a number that is missing, which is given up
 * after half a minute. What is stored and how far the webhook is are one transaction, so nothing is queued
 * twice, and a run that is killed is continued by the next one. Gives how many were queued. Cost without
 * webhooks or news: one request.
 */
export const queueDeliveries = async (seen: LogPosition, limits = usualLimits): Promise<number> => {
  let queued = 0;
  for (const { webhook } of (await readWebhooks()).filter((each) => isBehind(each, seen))) {
    for (;;) {
      const { count, isDone } = await commitDecision(() => queueSome(webhook.id, seen, limits));
      queued += count;
      if (isDone) break;
    }
  }
  return queued;
};

const reachOf = ({ highest, gaps }: LogPosition, through: number): number =>
  Math.min(highest, ...gaps.filter((gap) => gap > through).map((gap) => gap - 1));

const isBehind = ({ webhook, position }: StoredWebhook, seen: LogPosition): boolean =>
  webhook.active && position.through < reachOf(seen, position.through);

const queueSome = async (
  id: number,
  seen: LogPosition,
  limits: QueueLimits,
): Promise<Decision<{ readonly count: number; readonly isDone: boolean }>> => {
  const stored = await readWebhook(id);
  if (!stored || !isBehind(stored, seen)) return { writes: [], value: { count: 0, isDone: true } };
  const { position, webhook } = stored;
  const reach = reachOf(seen, position.through);
  const part = await partOfLog(position.through, reach, limits.entriesAtOnce);
  const { catalog } = await catalogNow();
  const planned = plannedEvents(catalog, stored, part, limits.eventsAtOnce);
  const isDone = planned.isDone && part.through === reach;
  // Numbers that never appear are passed over, too.
  const next = isDone ? { ...planned.position, through: reach } : planned.position;
  const queue = webhook.coalesceSeconds > 0 ? windowWrites : singleWrites;
  const queued = planned.events.length > 0 ? await queue(stored, planned.events) : [];
  return {
    writes: [movePosition(stored, next), ...queued],
    value: { count: queued.length, isDone },
  };
};

/** Longer than the time between drawing a number and writing it, and the clocks of two writers apart. */
const settledMs = 10_000;

/**
 * The entries after a number, and up to where they can be told in the order of each page's versions: an entry
 * that was not read may be of an earlier version only if its number was drawn before a later one was written.
 */
const partOfLog = async (after: number, reach: number, limit: number): Promise<LogPart> => {
  const entries = await firstChangesAfter(after, limit);
  if (entries.length < limit) return { entries, through: reach };
  const settledAtMs = Math.max(...entries.map(({ writtenAtMs }) => writtenAtMs)) - settledMs;
  const unsettled = entries.findIndex(({ writtenAtMs }) => writtenAtMs >= settledAtMs);
  const through = Math.min(reach, (entries[unsettled]?.number ?? Number.POSITIVE_INFINITY) - 1);
  return through > after ? { entries, through } : partOfLog(after, reach, 2 * limit);
};

/** Caches may give older versions of pages and feeds until then. */
const dueAtMs = (): number => clock.nowMs() + oldestCopySeconds() * 1_000;

const singleWrites = async ({ webhook }: StoredWebhook, events: readonly PageEvent[]): Promise<Write[]> => {
  const ids = await drawManyNumbers("delivery", events.length);
  const common = { webhookId: webhook.id, kind: "page", dueAtMs: dueAtMs() } as const;
  return events.map((event, index) =>
    putNewDelivery(newDelivery({ ...common, id: certain(ids[index]), events: [event] })),
  );
};

const windowWrites = async ({ webhook }: StoredWebhook, events: readonly PageEvent[]): Promise<Write[]> => {
  const { id: webhookId, coalesceSeconds, firstDelivery = 0 } = webhook;
  const waiting = await readWaitingDeliveries(webhookId);
  const open = waiting.findLast((delivery) => delivery.id >= firstDelivery && isOpenWindow(delivery));
  if (open) {
    const next = { ...open, ...withMore(open, events), version: open.version + 1 };
    const nextAtMs = Math.max(open.nextAtMs, dueAtMs());
    return putDelivery(open, { ...next, nextAtMs, dueAtMs: nextAtMs });
  }
  const [id = 0] = await drawManyNumbers("delivery", 1);
  const endsAtMs = Math.max(dueAtMs(), clock.nowMs() + coalesceSeconds * 1_000);
  const collected = withMore({ events: [], truncated: false }, events);
  return [putNewDelivery(newDelivery({ id, webhookId, kind: "pages", ...collected, dueAtMs: endsAtMs }))];
};

const isOpenWindow = ({ kind, tries, nextAtMs }: Delivery): boolean =>
  kind === "pages" && tries === 0 && nextAtMs > clock.nowMs();

/** Each page once, with its last change; one that is new in the window stays so. */
const withMore = (
  { events, truncated }: Pick<Delivery, "events" | "truncated">,
  more: readonly PageEvent[],
): Pick<Delivery, "events" | "truncated"> => {
  const byId = new Map(events.map((event) => [event.id, event]));
  for (const event of more) {
    const known = byId.get(event.id);
    const change = known?.change === "published" && event.change === "updated" ? "published" : event.change;
    const below = known?.below || event.below ? { below: true as const } : {};
    byId.set(event.id, { ...event, change, ...below });
  }
  const all = [...byId.values()];
  return { events: all.slice(0, maxPagesOfWindow), truncated: truncated || all.length > maxPagesOfWindow };
};
