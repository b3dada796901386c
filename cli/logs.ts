import { folderLog } from "#cli/logs/folder-log.ts";
import { type LogLine, logFilter } from "#cli/logs/log-filter.ts";
import { mapsFolder } from "#cli/logs/maps-folder.ts";
import { translateStacks } from "#cli/logs/translated-stack.ts";
import { clock } from "#lib/clock.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  ...storeOptions,
  route: { type: "string" },
  status: { type: "string" },
  since: { type: "string", default: "1h" },
  jobs: { type: "boolean", default: false },
  follow: { type: "boolean", default: false },
  maps: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** `lectern logs`: prints the log of a data directory or a stage, and with `--follow` what comes. */
export const logs: RunCommand = async (args, context) => {
  const { data, stage, jobs, follow, json, maps, ...wanted } = parseArguments(args, options, []);
  if (data !== undefined && stage !== undefined)
    throw new UsageError("--data and --stage exclude one another");
  if (maps !== undefined && stage === undefined) throw new UsageError("--maps needs a --stage");
  const filter = logFilter(wanted, clock.nowMs());
  if (jobs && (filter.route !== undefined || filter.status))
    throw new UsageError("Jobs have no route and no status");
  const ending = new AbortController();
  if (follow) context.untilInterrupted?.().then(() => ending.abort());
  const source = stage === undefined ? folderLog(data) : await stageSource(stage, jobs);
  const translate = stage === undefined ? undefined : translateStacks(maps ?? mapsFolder(stage));
  for await (const written of source(filter, follow ? ending.signal : undefined)) {
    if ("job" in written !== jobs && stage === undefined) continue;
    const line = translate ? await translate(written) : written;
    printLines(context.stdout, [json ? JSON.stringify(line) : shown(line)]);
  }
  return 0;
};

/** The client of CloudWatch is loaded only for a stage. */
const stageSource = async (stage: string, jobs: boolean) => {
  const { stageLog } = await import("#cli/logs/stage-log.ts");
  return stageLog(stage, jobs ? "jobs" : "requests");
};

const shown = (line: LogLine): string => {
  const { time, level, alarm, error, warning, message, reason } = line;
  const problem = [alarm, error, warning, reason, message].find((each) => typeof each === "string");
  const parts = [time, level === "info" ? undefined : level, ...whatOf(line), problem];
  return parts.filter((part) => part !== undefined).join("  ");
};

const whatOf = (line: LogLine): readonly unknown[] => {
  if ("job" in line) return [line.job, line.outcome];
  if (!("status" in line)) return [line.route, line.request_id];
  const { status, method, path, duration_ms, bytes, db_requests, principal, request_id, cold } = line;
  return [
    status,
    `${method} ${path}`,
    `${duration_ms} ms`,
    `${bytes} bytes`,
    `db ${db_requests}`,
    ...(principal === null ? [] : [`user ${principal}`]),
    ...(cold === true ? ["cold"] : []),
    ...(Number(status) >= 500 ? [request_id] : []),
  ];
};
