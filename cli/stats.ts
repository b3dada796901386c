import type { ShownStatistics } from "#cli/administration/site-administration.ts";
import { certain } from "#lib/certain.ts";
import { maxStatisticsDays, usualStatisticsDays } from "#lib/queries/statistics-query.ts";
import { readArguments, siteOptions } from "./arguments.ts";
import { aligned, counted, printJson, printLines, type RunAdministration } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  ...siteOptions,
  days: { type: "string" },
  page: { type: "string" },
  logs: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/** `lectern stats`: prints what was counted, or counts in log files. */
export const stats: RunAdministration = async (args, context) => {
  const { values, positionals: files } = readArguments(args, options);
  const { days, page, logs, json, ...choice } = values;
  if (!logs && files.length > 0) throw new UsageError(`Unexpected argument '${files[0]}'`);
  if (logs && files.length === 0) throw new UsageError("FILE is missing");
  if (logs && days !== undefined) throw new UsageError("--logs and --days exclude one another");
  const query = { days: daysFrom(days), path: pathFrom(page) };
  await using site = await context.openSite(choice, context);
  if (logs && !site.logStatistics)
    throw new UsageError("--logs needs the store of the site: name it with --data or --stage");
  const shown = logs ? await certain(site.logStatistics)(files, query.path) : await site.statistics(query);
  if (json) printJson(context.stdout, shown);
  else printLines(context.stdout, linesOf(shown));
  return 0;
};

const daysFrom = (text: string | undefined): number => {
  if (text === undefined) return usualStatisticsDays;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > maxStatisticsDays)
    throw new UsageError(`--days takes a number from 1 to ${maxStatisticsDays}, not '${text}'`);
  return days;
};

const pathFrom = (page: string | undefined): string | undefined => {
  if (page === undefined || page.startsWith("/")) return page;
  throw new UsageError(`--page takes a path such as /notes/first-ice/, not '${page}'`);
};

/** The most rows of a list; `--json` has more. */
const maxLines = 20;

const linesOf = ({
  since,
  until,
  days,
  apps = [],
  episodes,
  pages,
  feeds,
}: ShownStatistics): readonly string[] => {
  const busy = days.filter((day) => day.downloads + day.views + day.feed_readers > 0);
  if (busy.length === 0) return [`Nothing was counted from ${since} to ${until}.`];
  const titled = (title: string | null, path: string | null) =>
    [title, path].filter((text) => text !== null).join("  ") || "an audio that is gone";
  return [
    ...aligned([
      ["day", "downloads", "views", "feed readers"],
      ...busy.map((day) => [day.day, `${day.downloads}`, `${day.views}`, `${day.feed_readers}`]),
    ]),
    ...listed(
      "Episodes",
      episodes.map(({ title, path, downloads }) => [counted(downloads, "download"), titled(title, path)]),
    ),
    ...listed(
      "Apps",
      apps.map(({ app, downloads }) => [counted(downloads, "download"), app]),
    ),
    ...listed(
      "Pages",
      pages.map(({ title, path, views }) => [counted(views, "view"), titled(title, path)]),
    ),
    ...listed(
      "Feeds",
      feeds.map(({ title, path, readers }) => [counted(readers, "reader"), titled(title, path)]),
    ),
  ];
};

const listed = (name: string, rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0 ? [] : ["", name, ...aligned(rows.slice(0, maxLines))];
