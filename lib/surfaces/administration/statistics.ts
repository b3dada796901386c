import type { Catalog } from "#lib/catalog/catalog.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { comparedPath, slugsIn } from "#lib/pages/addresses.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { StatisticsQuery } from "#lib/queries/statistics-query.ts";
import type { SiteStatistics } from "#lib/routes/administration-statistics.ts";
import { dayEarlier, joinTotals, type Total, utcDayOf } from "#lib/statistics/totals.ts";
import { readTotals } from "#lib/store/statistics.ts";
import { pageAddresses } from "#lib/surfaces/content/page-context.ts";
import type { FigureTable } from "#lib/themes/page-parts.ts";
import type { ObjectPage } from "#lib/themes/theme.ts";

/** The totals by day, such as `2026-11-23`. */
export type CountedDays = ReadonlyMap<string, readonly Total[]>;

/** The stored counts of these days. */
export const storedStatistics = async (query: StatisticsQuery): Promise<SiteStatistics> => {
  const until = utcDayOf(clock.now());
  const since = dayEarlier(until, query.days - 1);
  const [counted, catalog] = await Promise.all([readDays(since), currentCatalog()]);
  return statisticsOf(counted, { since, until, path: query.path }, catalog);
};

const readDays = async (since: string): Promise<CountedDays> => {
  const days = new Map<string, Total[]>();
  for await (const { day, totals } of readTotals(dayEarlier(since, 1)))
    days.set(day, [...(days.get(day) ?? []), ...totals]);
  return new Map([...days].map(([day, totals]) => [day, joinTotals(totals)]));
};

interface Chosen {
  readonly since: string;
  readonly until: string;
  readonly path: string | undefined;
}

/** Totals with the names that their pages have now. Of readers of feeds, the best day counts. */
export const statisticsOf = (counted: CountedDays, chosen: Chosen, catalog: Catalog): SiteStatistics => {
  const { since, until, path } = chosen;
  const isChosen = path === undefined ? () => true : isAbout(path, catalog);
  const days = daysFrom(since, until).map((day) => {
    const totals = (counted.get(day) ?? []).filter(isChosen);
    return { day, totals };
  });
  const all = days.flatMap(({ totals }) => totals);
  const addressOf = pageAddresses(catalog);
  return {
    since,
    until,
    days: days.map(({ day, totals }) => ({
      day,
      downloads: sumOf(totals, "download"),
      views: sumOf(totals, "view"),
      feed_readers: sumOf(totals, "feed") + sumOf(totals, "subscribers"),
      apps: appsIn(totals),
    })),
    apps: appsIn(all),
    episodes: most(joinTotals(all.filter(({ kind }) => kind === "download"))).map(({ of, count }) => {
      const audio = Number(of);
      const [episode] = catalog.listingsOf(catalog.episodeIdsWith(audio));
      const title = episode?.title ?? catalog.media("audio", audio)?.title ?? null;
      return { audio, path: episode ? addressOf(episode) : null, title, downloads: count };
    }),
    pages: most(joinTotals(all.filter(({ kind }) => kind === "view"))).map(({ of, count }) => ({
      path: of,
      title: pageAt(of, catalog)?.title ?? null,
      views: count,
    })),
    feeds: most(bestDays(days.map(({ totals }) => totals))).map(({ of, count }) => ({
      path: of,
      title: catalog.listingById(blogOf(of))?.title ?? null,
      readers: count,
    })),
  };
};

/** The most rows of a table: a page with more would help nobody. */
const maxRows = 200;

const most = (totals: readonly Total[]): readonly Total[] =>
  totals.toSorted((one, other) => other.count - one.count || (one.of < other.of ? -1 : 1)).slice(0, maxRows);

/** Downloads by app, of all audios together. */
const appsIn = (totals: readonly Total[]) =>
  most(
    joinTotals(
      totals.filter(({ kind }) => kind === "app").map(({ by, ...total }) => ({ ...total, of: by, by: "" })),
    ),
  ).map(({ of, count }) => ({ app: of, downloads: count }));

const bestDays = (days: readonly (readonly Total[])[]): readonly Total[] => {
  const best = new Map<string, Total>();
  for (const totals of days)
    for (const total of readersByFeed(totals))
      if ((best.get(total.of)?.count ?? 0) < total.count) best.set(total.of, total);
  return [...best.values()];
};

const readersByFeed = (totals: readonly Total[]): readonly Total[] =>
  joinTotals(
    totals
      .filter(({ kind }) => kind === "feed" || kind === "subscribers")
      .map((total) => ({ ...total, kind: "feed", by: "" })),
  );

const sumOf = (totals: readonly Total[], kind: Total["kind"]): number =>
  totals.reduce((sum, total) => sum + (total.kind === kind ? total.count : 0), 0);

/** True for views of the page, downloads of its audio, and readers of its feeds. */
const isAbout = (path: string, catalog: Catalog): ((total: Total) => boolean) => {
  const page = pageAt(path, catalog);
  const address = comparedPath(path);
  return ({ kind, of }) => {
    if (kind === "view") return of === address;
    if (!page) return false;
    if (kind === "download" || kind === "app") return catalog.episodeIdsWith(Number(of)).includes(page.id);
    return blogOf(of) === page.id;
  };
};

/** The public page at a path, whoever may see it. */
const pageAt = (path: string, catalog: Catalog): Listing | undefined => {
  const slugs = slugsIn(path.slice(1));
  const ids = catalog.paths.publicIdsAlong(slugs);
  return ids.length > slugs.length ? catalog.listingById(certain(ids.at(-1))) : undefined;
};

/** The blog's id in a feed's path, such as `/_feeds/5/posts.rss`. */
const blogOf = (feed: string): number => Number(feed.split("/")[2]);

const daysFrom = (since: string, until: string): readonly string[] => {
  const count = (Date.parse(until) - Date.parse(since)) / 86_400_000 + 1;
  return Array.from({ length: count }, (_, index) => dayEarlier(until, count - 1 - index));
};

type Row = FigureTable["rows"][number];

/** The most rows of a table on the page; the API has more. */
const maxShown = 20;

/** Statistics as a page for people; days and subjects without counts are left out. */
export const statisticsPage = ({
  days,
  apps = [],
  episodes,
  pages,
  feeds,
}: SiteStatistics): Pick<ObjectPage, "title" | "facts" | "links" | "figures"> => {
  const byDay = (title: string, count: "downloads" | "views" | "feed_readers") =>
    table(
      title,
      days
        .toReversed()
        .map((each) => ({ name: each.day, url: null, count: each[count] }))
        .filter((row) => row.count > 0),
    );
  const figures = [
    ...table("Downloads of episodes", rowsOf(episodes, "downloads")),
    ...table(
      "Downloads by app",
      apps.slice(0, maxShown).map(({ app, downloads }) => ({ name: app, url: null, count: downloads })),
    ),
    ...table("Views of pages", rowsOf(pages, "views")),
    ...table("Readers of feeds", rowsOf(feeds, "readers")),
    ...byDay("Downloads by day", "downloads"),
    ...byDay("Views by day", "views"),
    ...byDay("Feed readers by day", "feed_readers"),
  ];
  const facts = [
    { name: "Days", text: `${days.length}, the last one is today` },
    ...(figures.length > 0 ? [] : [{ name: "Counted", text: "nothing yet" }]),
  ];
  return { title: "Statistics", facts, links: [], figures };
};

const table = (title: string, rows: readonly Row[]): readonly FigureTable[] =>
  rows.length === 0 ? [] : [{ title, rows }];

const rowsOf = <Name extends string>(
  things: readonly ({ readonly path: string | null; readonly title: string | null } & Record<Name, number>)[],
  count: Name,
): readonly Row[] =>
  things.slice(0, maxShown).map((thing) => ({
    name: thing.title ?? thing.path ?? "an audio that is gone",
    url: thing.path,
    count: thing[count],
  }));
