import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import type { Route } from "#lib/routes/route.ts";
import { inCommitScope } from "#lib/store/commit-scope.ts";
import { replayedHeader } from "./only-once.ts";
import { asReply, Reply } from "./reply.ts";
import { type WriteReport, writeReport } from "./write-report.ts";

/** What a request asks for besides its work. */
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
  if (method === "GET" || !path.startsWith("/api/editor/")) return { isDryRun: false, wantsReport: false };
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

/** JSON writes NaN, which stands for ids that do not exist yet, as null; so are addresses with them here. */
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
