import type * as z from "zod/mini";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import type { reportOfWrite } from "#lib/routes/dry-run-shapes.ts";
import type { Route } from "#lib/routes/route.ts";
import { inCommitScope } from "#lib/store/commit-scope.ts";
import type { TellIgnored } from "./ignored-fields.ts";
import { replayedHeader } from "./only-once.ts";
import { asReply, Reply } from "./reply.ts";

/** The options of a request besides its work: a dry run, a report. */
interface Trial {
  readonly isDryRun: boolean;
  readonly wantsReport: boolean;
}

/**
 * Refuses values of `dry_run` and `report` that are not `true` or `false`. Where editors write, also `true`
 * if the route has no dry run, since the request would really be carried out. Other routes ignore both.
 */
export const trialIn = (
  { method, path, takesDryRun }: Pick<Route, "method" | "path" | "takesDryRun">,
  query: URLSearchParams,
): Trial => {
  if (method === "GET" || !(takesDryRun || path.startsWith("/api/editor/")))
    return { isDryRun: false, wantsReport: false };
  const problems: Problem[] = [];
  const isTrue = (name: string, described: string): boolean => {
    const value = query.getAll(name).at(-1);
    const isAllowed = value === undefined || value === "false" || (takesDryRun && value === "true");
    const message = takesDryRun ? "Expected true or false." : `This action has no ${described}.`;
    if (!isAllowed) problems.push({ path: name, code: "invalid", message });
    return value === "true";
  };
  const trial = { isDryRun: isTrue("dry_run", "dry run"), wantsReport: isTrue("report", "report") };
  refuseProblems(problems);
  return trial;
};

/** The answer that work would get; nothing is written meanwhile. */
export const dryRun = async <Answer>(
  { status }: Pick<Route, "status">,
  perform: (report: WriteReport) => Promise<Answer | Reply<Answer>> | Answer | Reply<Answer>,
): Promise<Reply<object>> => {
  const report = writeReport();
  const scope = { isDryRun: true, receipt: undefined };
  const answer = await inCommitScope(scope, async () => perform(report));
  const { body, options } = asReply(answer);
  return new Reply(
    {
      dry_run: true,
      status: options.status ?? status,
      answer: body === undefined ? null : withoutNewIds(body),
      report: report.view(),
    },
    { ...options, status: 200 },
  );
};

/**
 * JSON writes NaN, the value of ids that do not exist yet, as null. This makes addresses with them null, too.
 */
const withoutNewIds = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      typeof value === "string" && name.endsWith("_url") && value.includes("/NaN/") ? null : value,
    ),
  );

/** The answer with the report of the work that made it; null if it is given again, without that work. */
export const withReport = <Answer>(answer: Answer | Reply<Answer>, report: WriteReport) => {
  const { body, options } = asReply(answer);
  if (typeof body !== "object" || body === null) return answer;
  const isReplayed = options.headers?.[replayedHeader] !== undefined;
  return new Reply({ ...body, report: isReplayed ? null : report.view() }, options);
};

type ReportView = z.input<typeof reportOfWrite>;
type Warning = ReportView["warnings"][number];
type Removal = Omit<ReportView["removed"][number], "path">;

/** Collects a report (contract#reports). */
export interface WriteReport {
  readonly removed: (path: string, removals: readonly Removal[]) => void;
  readonly ignored: TellIgnored;
  readonly warn: (warning: Warning) => void;
  /** Forgets what was removed, for a body that is read again. */
  readonly startAgain: () => void;
  readonly view: () => ReportView;
}

const maxRemoved = 500;

export const writeReport = (): WriteReport => {
  const removed: ReportView["removed"][number][] = [];
  const ignored = new Set<string>();
  const warnings = new Map<string, Warning>();
  let isTruncated = false;
  return {
    removed: (path, removals) => {
      for (const { line, kind, name, text } of removals) {
        isTruncated ||= removed.length === maxRemoved;
        if (isTruncated) return;
        removed.push({ path, line, kind, name, text: text.toWellFormed() });
      }
    },
    ignored: (path) => void ignored.add(path),
    warn: (warning) => void warnings.set(`${warning.code} ${warning.path}`, warning),
    startAgain: () => {
      removed.length = 0;
      isTruncated = false;
    },
    view: () => ({
      removed,
      truncated: isTruncated,
      ignored: [...ignored],
      warnings: [...warnings.values()],
    }),
  };
};

/** Tells the members of what was sent that parsing has left out. */
export const tellUnknown = (
  ignored: TellIgnored | undefined,
  sent: unknown,
  parsed: unknown,
  path = "",
): void => {
  // Parsing has left nothing out of what it keeps as it is, which may be nested as deeply as anybody likes.
  if (!ignored || sent === parsed || !isPlain(sent) || !isPlain(parsed)) return;
  for (const [name, value] of Object.entries(sent)) {
    const at = path + name;
    if (Object.hasOwn(parsed, name)) tellUnknown(ignored, value, parsed[name], `${at}.`);
    else ignored(at);
  }
};

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
