import type { Catalog } from "#lib/catalog/catalog.ts";
import type { NumberedChange } from "#lib/pages/change.ts";
import type { PageEvent, Webhook, WebhookPosition } from "#lib/site/webhook.ts";
import { eventsOfChange } from "./events-of-change.ts";

/** Entries of the log after a position, ascending. */
export interface LogPart {
  readonly entries: readonly NumberedChange[];
  /** The number up to which they are told. Those above it may have to be told before one of these. */
  readonly through: number;
}

export interface PlannedEvents {
  readonly events: readonly PageEvent[];
  /** Where the webhook is once these are stored. */
  readonly position: WebhookPosition;
  /** False if `maxEvents` has left something out. */
  readonly isDone: boolean;
}

/**
 * What a webhook is told of the entries after its position, at most `maxEvents`. Writers of the same page may
 * have drawn their numbers in another order than they wrote: before a version of a page, all earlier ones are
 * told, and the position keeps the numbers of those that were told ahead.
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
