import { stranger } from "#lib/access/principal.ts";
import { retryOnNewerCatalog } from "#lib/catalog/current/beside-log.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { certain } from "#lib/certain.ts";
import { parseRendering } from "#lib/queries/page-rendering.ts";
import type { Delivery } from "#lib/site/webhook.ts";
import { siteAt } from "#lib/store/site.ts";
import { changeItems, neededOfChanged } from "#lib/surfaces/content/change-items.ts";
import { pageContextFor } from "#lib/surfaces/content/page-context.ts";

const rendering = parseRendering(new Map());

/** A page in a call. Of one that strangers cannot view now, title, digest and address are null. */
interface ToldPage {
  readonly id: number;
  readonly type: string;
  readonly title: string | null;
  readonly change: string;
  readonly html_url: string | null;
  readonly detail_url: string;
  readonly digest: string | null;
  readonly parent: number | null;
  readonly below?: true;
}

/**
 * The body of a call, as of now. The events are stored; names and addresses of pages are read when it is
 * sent, so that nothing is told of a page that has been restricted since. `base` is the address of the site
 * if its settings name none. Undefined if no address is known.
 */
export const deliveryBody = async (
  { kind, events, truncated, createdAt }: Delivery,
  publicOrigin: string | undefined,
): Promise<string | undefined> => {
  if (kind === "test") return JSON.stringify({ type: "webhook.test", timestamp: createdAt, data: {} });
  const { catalog: current } = await catalogNow();
  const pages = await retryOnNewerCatalog(
    current,
    async (catalog): Promise<ToldPage[] | "unknown" | undefined> => {
      const site = await siteAt(catalog.siteVersion);
      const base = site.settings.baseUrl ?? publicOrigin;
      if (base === undefined) return "unknown";
      const listings = catalog.listingsOf(catalog.publicIds(events.map(({ id }) => id)));
      const contents = await readPublicContents(listings, neededOfChanged);
      if (!contents) return undefined;
      const found = new Map(
        contents.map((content, index) => [
          certain(listings[index]).id,
          { listing: certain(listings[index]), ...content },
        ]),
      );
      const context = pageContextFor(
        { catalog, site, caller: stranger, request: { origin: base } },
        rendering,
      );
      const altered = events.map((event) => ({ ...event, number: 0, atMs: Date.parse(event.at) }));
      return changeItems(altered, found, context).map(
        ({ id, type, digest, html_url, detail_url }, index) => ({
          id,
          type,
          title: found.get(id)?.listing.title ?? null,
          change: certain(events[index]).change,
          html_url,
          detail_url,
          digest,
          parent: certain(events[index]).parentId,
          ...(certain(events[index]).below && { below: true as const }),
        }),
      );
    },
  );
  if (pages === "unknown") return undefined;
  if (kind === "pages") {
    const data = { pages, ...(truncated && { truncated }) };
    return JSON.stringify({ type: "pages.changed", timestamp: certain(events.at(-1)).at, data });
  }
  const [event] = events;
  return JSON.stringify({
    type: `page.${certain(event).change}`,
    timestamp: certain(event).at,
    data: pages[0],
  });
};
