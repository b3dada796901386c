import type { Catalog } from "#lib/catalog/catalog.ts";
import type { NumberedChange } from "#lib/pages/change.ts";
import type { PageEvent, Webhook, WebhookPosition } from "#lib/site/webhook.ts";
import { eventsOfChange } from "./events-of-change.ts";

export interface PlannedEvents {
  readonly events: readonly PageEvent[];
  /** Where the webhook is once these are stored. */
  readonly position: WebhookPosition;
}

/**
 * What a webhook is told of the entries after its position, which must be all up to the last one, ascending.
 * Gives at least one event if there is any, and no more than fit into a transaction.
 */
export const plannedEvents = (
  catalog: Catalog,
  { webhook, position }: { readonly webhook: Webhook; readonly position: WebhookPosition },
  entries: readonly NumberedChange[],
  maxEvents: number,
): PlannedEvents => {
  const events: PageEvent[] = [];
  const { start } = position;
  const isNews = ({ number }: NumberedChange) => number > start.highest || start.gaps.includes(number);
  let { afterId } = position;
  let newest = 0;
  // A place in the log where what was told and what was not can be told apart by number.
  let cut = { count: 0, through: position.through };
  for (const [index, entry] of inOrderOfPages(entries).entries()) {
    const all = isNews(entry) ? eventsOfChange(catalog, entry) : [];
    const wanted = all.filter((event) => event.id > afterId && isWanted(event, webhook, catalog));
    if (events.length + wanted.length > maxEvents) {
      if (cut.count > 0 || index > 0) break;
      const some = wanted.slice(0, maxEvents);
      return { events: some, position: { ...position, afterId: some.at(-1)!.id } };
    }
    events.push(...wanted);
    afterId = 0;
    newest = Math.max(newest, entry.number);
    const { number } = entries[index]!;
    if (newest <= number) cut = { count: events.length, through: number };
  }
  const isSame = cut.through === position.through;
  return {
    events: events.slice(0, cut.count),
    position: isSame ? position : { through: cut.through, afterId: 0, start },
  };
};

/**
 * Writers of the same page may have drawn their numbers in another order than they wrote: its changes are
 * put into the order of its versions, in the places that they have.
 */
const inOrderOfPages = (entries: readonly NumberedChange[]): NumberedChange[] => {
  const versionOf = ({ change }: NumberedChange) => (change.kind === "page" ? change.version : 0);
  const byPage = Map.groupBy(
    entries.toSorted((one, other) => versionOf(one) - versionOf(other)),
    ({ change }) => (change.kind === "page" ? change.id : 0),
  );
  return entries.map((entry) =>
    entry.change.kind === "page" ? byPage.get(entry.change.id)!.shift()! : entry,
  );
};

const isWanted = (event: PageEvent, { events, parents }: Webhook, catalog: Catalog): boolean => {
  if (!events.includes(`page.${event.change}`)) return false;
  if (parents.length === 0 || parents.includes(event.id)) return true;
  const above = event.parentId === null ? [] : [event.parentId, ...catalog.idsAbove(event.parentId)];
  const isBelow = above.some((id) => parents.includes(id));
  return isBelow || (event.below === true && parents.some((id) => catalog.idsAbove(id).includes(event.id)));
};
