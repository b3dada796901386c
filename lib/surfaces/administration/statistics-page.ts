import type { SiteStatistics } from "#lib/routes/administration-statistics.ts";
import type { FigureTable, ObjectPage } from "#lib/themes/theme.ts";

type Row = FigureTable["rows"][number];

/** The most rows of a table on the page; the API has more. */
const maxShown = 20;

/** Statistics as a page for people; days and things of which nothing was counted are left out. */
export const statisticsPage = ({
  days,
  episodes,
  pages,
  feeds,
}: SiteStatistics): Pick<ObjectPage, "title" | "facts" | "links" | "figures" | "steps"> => {
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
  return { title: "Statistics", facts, links: [], figures, steps: [] };
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
