import { newDelivery } from "#lib/actions/webhooks/queue-delivery.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { alteredPages } from "#lib/catalog/changes/altered-pages.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import type { LogPosition } from "#lib/catalog/saved-state.ts";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { type Change, type NumberedChange, sharedStateOf } from "#lib/pages/change.ts";
import { isWritten, rootPageId } from "#lib/pages/page.ts";
import { oldestCopySeconds } from "#lib/settings/site.ts";
import type { Delivery, PageEvent, Webhook, WebhookPosition } from "#lib/site/webhook.ts";
import { firstChangesAfter } from "#lib/store/changes.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { drawManyNumbers } from "#lib/store/items.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import {
  movePosition,
  putDelivery,
  putNewDelivery,
  readWaitingDeliveries,
  readWebhook,
  readWebhooks,
  type StoredWebhook,
} from "#lib/store/webhooks.ts";

interface QueueLimits {
  /** A transaction takes a hundred items. */
  readonly eventsAtOnce: number;
  readonly entriesAtOnce: number;
}

const usualLimits: QueueLimits = { eventsAtOnce: 90, entriesAtOnce: 1_000 };

/** The most pages that one call of a window names. */
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

/** Entries of the log after a position, ascending. */
export interface LogPart {
  readonly entries: readonly NumberedChange[];
  /** The number up to which entries are told. Those above it may have to be told before one of these. */
  readonly through: number;
}

export interface PlannedEvents {
  readonly events: readonly PageEvent[];
  /** The webhook's position once these are stored. */
  readonly position: WebhookPosition;
  /** False if `maxEvents` has left something out. */
  readonly isDone: boolean;
}

/**
 * Plans the events that a webhook is told of from the entries after its position, at most `maxEvents`.
 * Writers of the same page may have drawn their numbers in another order than they wrote. So before a version
 * of a page, all earlier ones are told, and the position keeps the numbers of those that were told ahead.
 */
export const plannedEvents = (
  catalog: Catalog,
  { webhook, position }: { readonly webhook: Webhook; readonly position: WebhookPosition },
  { entries, through: reach }: LogPart,
  maxEvents: number,
): PlannedEvents => {
  const { start } = position;
  const events: PageEvent[] = [];
  const ahead = new Set(position.ahead);
  let { through, afterId } = position;
  const planned = (isDone: boolean): PlannedEvents => ({
    events,
    position: { through, afterId, start, ...(ahead.size > 0 && { ahead: [...ahead] }) },
    isDone,
  });
  const isNews = ({ number }: NumberedChange) => number > start.highest || start.gaps.includes(number);
  const versions = versionsByPage(entries);
  for (const entry of entries) {
    if (entry.number > reach) break;
    const earlier = earlierVersions(entry, versions).filter(({ number }) => !ahead.has(number));
    for (const told of ahead.has(entry.number) ? [] : [...earlier, entry]) {
      const all = isNews(told) ? eventsOfChange(catalog, told) : [];
      const wanted = all.filter((event) => event.id > afterId && isWanted(event, webhook, catalog));
      const some = wanted.slice(0, maxEvents - events.length);
      events.push(...some);
      if (some.length < wanted.length) {
        afterId = some.at(-1)?.id ?? afterId;
        return planned(false);
      }
      afterId = 0;
      if (told !== entry) ahead.add(told.number);
    }
    through = entry.number;
    ahead.delete(through);
  }
  return planned(true);
};

type VersionsByPage = ReadonlyMap<number, readonly (readonly [version: number, entry: NumberedChange])[]>;

const versionsByPage = (entries: readonly NumberedChange[]): VersionsByPage => {
  const byPage = new Map<number, (readonly [number, NumberedChange])[]>();
  for (const entry of entries) {
    const { change } = entry;
    if (change.kind !== "page") continue;
    byPage.set(change.id, [...(byPage.get(change.id) ?? []), [change.version, entry]]);
  }
  return byPage;
};

/** The entries above this one that tell of earlier versions of its page, by version. */
const earlierVersions = ({ number, change }: NumberedChange, byPage: VersionsByPage): NumberedChange[] => {
  if (change.kind !== "page") return [];
  return (byPage.get(change.id) ?? [])
    .filter(([version, entry]) => version < change.version && entry.number > number)
    .sort(([one], [other]) => one - other)
    .map(([, entry]) => entry);
};

const isWanted = (event: PageEvent, { events, parents }: Webhook, catalog: Catalog): boolean => {
  if (!events.includes(`page.${event.change}`)) return false;
  if (parents.length === 0 || parents.includes(event.id)) return true;
  const above = event.parentId === null ? [] : [event.parentId, ...catalog.idsAbove(event.parentId)];
  const isBelow = above.some((id) => parents.includes(id));
  return isBelow || (event.below === true && parents.some((id) => catalog.idsAbove(id).includes(event.id)));
};

type PageChange = Extract<Change, { kind: "page" }>;

/**
 * The events of an entry of the change log, by page id: what happened to the page, and for changes of media
 * and of the site, the pages that these alter. The catalog must have applied the entry. There is no event of
 * a page below one that strangers cannot view now.
 */
const eventsOfChange = (catalog: Catalog, entry: NumberedChange): readonly PageEvent[] => {
  const { change } = entry;
  const at = new Date(entry.writtenAtMs).toISOString();
  if (change.kind === "page") return pageEvents(catalog, change, at);
  if (change.kind === "site" && (!change.alters || change.alters.everyPage)) return siteEvents(catalog, at);
  if (change.kind !== "media" && change.kind !== "site") return [];
  return alteredPages(catalog, [entry], { mayLackRestrictions: false })
    .map((page): PageEvent => {
      const parentId = catalog.idsAbove(page.id)[0] ?? null;
      return { id: page.id, kind: page.kind, change: page.change, parentId: shownParent(parentId), at };
    })
    .sort((one, other) => one.id - other.id);
};

/** The whole site looks different: one event of its first page. */
const siteEvents = (catalog: Catalog, at: string): readonly PageEvent[] => {
  const id = catalog.sitePageId;
  if (catalog.publicIds([id]).length === 0) return [];
  return [{ id, kind: "home", change: "updated", parentId: null, at, below: true }];
};

const pageEvents = (catalog: Catalog, page: PageChange, at: string): readonly PageEvent[] => {
  const { id, listing, before } = page;
  const kind = listing?.kind ?? before?.kind;
  const ancestors = listing?.ancestors ?? before?.ancestors ?? [];
  if (kind === undefined || id === rootPageId || !leadsToSite(catalog, id, ancestors)) return [];
  const after = listing && sharedStateOf(listing);
  const isSeen = Boolean(after?.live && after.open);
  // Entries of earlier versions do not say what was before.
  const wasSeen = before === undefined || Boolean(before?.live && before.open);
  if (!isSeen && !wasSeen) return [];
  const change = isSeen ? (wasSeen ? "updated" : "published") : page.deleted ? "deleted" : "unpublished";
  const altersBelow =
    !isWritten({ kind }) &&
    before !== null &&
    (isSeen !== wasSeen || before?.slug !== after?.slug || before?.passedOn !== after?.passedOn);
  const parentId = shownParent(ancestors.at(-1) ?? null);
  return [{ id, kind, change, parentId, at, ...(altersBelow && { below: true as const }) }];
};

const leadsToSite = (catalog: Catalog, id: number, ancestors: readonly number[]): boolean => {
  if (id === catalog.sitePageId) return true;
  const above = ancestors.filter((each) => each !== rootPageId);
  return above.includes(catalog.sitePageId) && catalog.publicIds(above).length === above.length;
};

const shownParent = (id: number | null): number | null => (id === rootPageId ? null : id);
