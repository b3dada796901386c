import type { ShownStatus } from "#cli/administration/site-administration.ts";
import { parseArguments, siteOptions } from "./arguments.ts";
import { aligned, counted, printJson, printLines, type RunAdministration } from "./output.ts";

const options = { ...siteOptions, json: { type: "boolean", default: false } } as const;

/** The seconds after which something has waited for too long; the alarms of a deployment have the same. */
const maxLateSeconds = { schedule: 300, webhooks: 3_600 } as const;

/** `lectern status`: prints how a site is. Exits with 1 if it is paused, or something has waited too long. */
export const status: RunAdministration = async (args, context) => {
  const { json, ...choice } = parseArguments(args, options, []);
  await using site = await context.openSite(choice, context);
  const shown = await site.status();
  const paused = choice.stage === undefined ? undefined : await pauseOf(choice.stage);
  if (json) printJson(context.stdout, paused ? { ...shown, paused } : shown);
  else printLines(context.stdout, aligned([...pauseRows(paused), ...rowsOf(shown)]));
  if (paused?.since) return 1;
  const { schedule, webhooks } = shown;
  const isLate =
    schedule.late_seconds >= maxLateSeconds.schedule || webhooks.late_seconds >= maxLateSeconds.webhooks;
  return isLate ? 1 : 0;
};

/**
 * The pause of a deployed stage: since when (null: it is not paused), or the reason why that cannot be read.
 */
interface ShownPause {
  readonly since: string | null;
  readonly unknown?: string;
}

/** The client of AWS is loaded only for a stage. */
const pauseOf = async (stage: string): Promise<ShownPause> => {
  const { readPause } = await import("#cli/pause/stage-parameters.ts");
  try {
    return { since: (await readPause(stage))?.since ?? null };
  } catch (error) {
    return { since: null, unknown: (error as Error).message };
  }
};

const pauseRows = (paused: ShownPause | undefined): readonly string[][] => {
  if (paused?.unknown !== undefined) return [["paused", `cannot be read: ${paused.unknown}`]];
  return paused?.since ? [["paused", `since ${paused.since}; end it with lectern resume`]] : [];
};

const rowsOf = ({
  version,
  format,
  snapshot,
  schedule,
  webhooks,
  counts,
}: ShownStatus): readonly string[][] => [
  ["version", `${version}, data in format ${format}`],
  ["snapshot", snapshotLine(snapshot)],
  ["schedule", waiting(counted(schedule.due, "post"), "due", schedule)],
  ["webhooks", waiting(counted(webhooks.waiting, "call"), "waiting", webhooks)],
  [
    "content",
    [
      counted(counts.live_pages, "live page"),
      `${counts.media} media`,
      counted(counts.users, "user"),
      `${counted(counts.waiting_comments, "comment")} waiting`,
    ].join(", "),
  ],
];

const snapshotLine = ({ age_seconds: age, is_due: isDue }: ShownStatus["snapshot"]): string => {
  const taken = age === null ? "none" : `taken ${duration(age)} ago`;
  return `${taken}, ${isDue ? "a new one is due" : "no new one is due"}`;
};

const waiting = (what: string, how: string, { late_seconds: late }: { readonly late_seconds: number }) =>
  late === 0 ? `${what} ${how}` : `${what} ${how}, the longest for ${duration(late)}`;

/** The duration in the largest unit that has a value of at least two. */
const duration = (seconds: number): string => {
  const units = [
    ["days", 86_400],
    ["hours", 3_600],
    ["minutes", 60],
  ] as const;
  const [name, size] = units.find(([, length]) => seconds >= 2 * length) ?? ["seconds", 1];
  return `${Math.floor(seconds / size)} ${name}`;
};
