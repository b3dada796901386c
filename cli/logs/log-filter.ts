import { UsageError } from "#cli/usage-error.ts";
import { certain } from "#lib/certain.ts";

/** A line of the log after JSON (docs/operations.md#the-log). */
export type LogLine = Readonly<Record<string, unknown>>;

/** Which lines are asked for. */
export interface LogFilter {
  /** A route's id; `*` at its end stands for anything. */
  readonly route: string | undefined;
  readonly status: { readonly from: number; readonly to: number } | undefined;
  readonly sinceMs: number;
}

/** The filter that options mean. Throws a {@link UsageError}. */
export const logFilter = (
  given: {
    readonly route?: string | undefined;
    readonly status?: string | undefined;
    readonly since: string;
  },
  nowMs: number,
): LogFilter => ({
  route: given.route === undefined ? undefined : routeFrom(given.route),
  status: given.status === undefined ? undefined : statusFrom(given.status),
  sinceMs: nowMs - durationFrom(given.since),
});

const routeFrom = (text: string): string => {
  if (/^[a-z-]+(\/[a-z-]+)*(\/?\*)?$/.test(text)) return text;
  throw new UsageError(`'${text}' is not the id of a route, such as pages/list or 'editor/*'`);
};

const statusFrom = (text: string): LogFilter["status"] => {
  const [, first = "", rest = ""] = /^([1-5])(\d\d|xx)$/.exec(text) ?? [];
  if (first === "") throw new UsageError(`'${text}' is not a status, such as 404 or 5xx`);
  const from = Number(first) * 100;
  return rest === "xx" ? { from, to: from + 99 } : { from: Number(text), to: Number(text) };
};

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const durationFrom = (text: string): number => {
  const [, count, unit = ""] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? [];
  if (count === undefined) throw new UsageError(`'${text}' is not a time, such as 30m, 6h or 2d`);
  return Number(count) * certain(units[unit]);
};

export const passesFilter = (line: LogLine, { route, status, sinceMs }: LogFilter): boolean => {
  const { route: itsRoute, status: itsStatus, time } = line;
  if (route !== undefined && !(typeof itsRoute === "string" && matches(itsRoute, route))) return false;
  if (status && !(typeof itsStatus === "number" && itsStatus >= status.from && itsStatus <= status.to))
    return false;
  return typeof time !== "string" || Date.parse(time) >= sinceMs;
};

const matches = (route: string, pattern: string): boolean =>
  pattern.endsWith("*") ? route.startsWith(pattern.slice(0, -1)) : route === pattern;

/** The filter for CloudWatch Logs, without the time. Lines of Lambda itself have no level. */
export const cloudWatchPattern = ({ route, status }: LogFilter): string => {
  const parts = [
    '$.level = "*"',
    ...(route === undefined ? [] : [`$.route = "${route}"`]),
    ...(status ? [`$.status >= ${status.from}`, `$.status <= ${status.to}`] : []),
  ];
  return `{ ${parts.join(" && ")} }`;
};
