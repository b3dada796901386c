import { createHmac, randomBytes } from "node:crypto";
import { inspect } from "node:util";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { clock } from "#lib/clock.ts";
import { log } from "#lib/log.ts";
import type { Route } from "#lib/routes/route.ts";
import { traceHeader } from "#lib/settings/aws.ts";
import { type FigureName, metricsNamespace } from "#lib/settings/metrics.ts";
import { addressKey, logsRequests } from "#lib/settings/requests.ts";
import type { FunctionResult } from "./reply.ts";
import { durationMs, recordOf, toTenths } from "./request-record.ts";

/** Why a request was refused, and the error behind it, if operators have to know of it. */
export interface LoggedRefusal {
  readonly refusal?: string;
  readonly error?: unknown;
}

/**
 * Writes the one line of a request that was answered (docs/operations.md). It has nothing that the caller
 * wrote, except the method. It is always written with an error, else only if `LOG_REQUESTS` is on. Requests
 * that this process makes itself write none: their caller gets the error.
 */
export const logRequest = (
  { id, path }: Pick<Route, "id" | "path">,
  event: APIGatewayProxyEventV2,
  { awsRequestId }: Pick<Context, "awsRequestId">,
  { statusCode = 200, body = "" }: Partial<FunctionResult> = {},
  { refusal, error }: LoggedRefusal = {},
): void => {
  const record = recordOf(event);
  if (record.own) {
    record.own.ended(error);
    return;
  }
  const { requests, readUnits, writeUnits, ms } = record.database;
  const line = {
    route: id,
    method: event.requestContext.http.method,
    path,
    status: statusCode,
    ...(refusal !== undefined && { refusal }),
    duration_ms: durationMs(record),
    principal: record.principal?.user.id ?? null,
    cold: record.isCold,
    bytes: Buffer.byteLength(body),
    db_requests: requests,
    db_read_units: readUnits,
    db_write_units: writeUnits,
    db_ms: toTenths(ms),
    request_id: event.requestContext.requestId,
    lambda_request_id: awsRequestId,
    trace_id: traceIdOf(event.headers),
    ...(record.isCold && asMetrics({ ColdStarts: 1 }, "Count")),
  };
  if (error !== undefined && error !== null)
    log.write("error", { ...line, error: inspect(error, { depth: 5 }) });
  else logUsual(line);
};

/** Prints a line that is no error if `LOG_REQUESTS` is on; else only keeps it. */
const logUsual = (line: Readonly<Record<string, unknown>>): void =>
  logsRequests() ? log.write("info", line) : log.keep("info", line);

export const logWarning = (
  route: string,
  requestId: string,
  warning: string,
  details: Readonly<Record<string, string | number | null>> = {},
): void => log.write("warning", { route, request_id: requestId, warning, ...details });

/** Logs what happened to an account, which the line of the request does not say. */
export const logEvent = (
  route: string,
  requestId: string,
  event: string,
  details: Readonly<Record<string, string | number | null>> = {},
): void => logUsual({ route, request_id: requestId, event, ...details });

const ownKey = randomBytes(32).toString("hex");

/** A keyed hash of an address: the log shows that two lines are about the same one, but not which. */
export const hashedAddress = (address: string): string =>
  createHmac("sha256", addressKey() ?? ownKey)
    .update(`address ${address}`)
    .digest("base64url")
    .slice(0, 16);

/** Logs what a job did: as an error if it was refused or failed, else only if `LOG_REQUESTS` is on. */
export const logJob = (
  job: string,
  { outcome, ...details }: { readonly outcome: string; readonly [detail: string]: unknown },
): void => {
  const isError = outcome === "refused" || outcome === "failed";
  const line = { job, outcome, ...details };
  if (isError) log.write("error", line);
  else logUsual(line);
};

/** The id of X-Ray's trace that a request belongs to: Lambda's own, elsewhere that of a proxy in front. */
const traceIdOf = (headers: Readonly<Record<string, string | undefined>>): string | undefined =>
  // Anybody may send the header, so only an id of the right form counts.
  /(?:^|;)\s*Root=(1-[\da-f]{8}-[\da-f]{24})(?:;|$)/.exec(
    traceHeader() ?? headers["x-amzn-trace-id"] ?? "",
  )?.[1];

/** Units of CloudWatch. */
type Unit = "Count" | "Seconds";

/**
 * Members of a log line from which CloudWatch makes metrics, one series for each figure ("embedded metric
 * format"); none where nobody reads them.
 */
export const asMetrics = (
  figures: Readonly<Partial<Record<FigureName, number>>>,
  unit: Unit,
): Readonly<Record<string, unknown>> => {
  const namespace = metricsNamespace();
  if (namespace === undefined) return {};
  const metrics = Object.keys(figures).map((name) => ({ Name: name, Unit: unit }));
  const directive = { Namespace: namespace, Dimensions: [[]], Metrics: metrics };
  return { ...figures, _aws: { Timestamp: clock.nowMs(), CloudWatchMetrics: [directive] } };
};

interface JobOutcome {
  readonly outcome: string;
  readonly [detail: string]: unknown;
}

/** A run of a job that does several things one after the other: one that fails does not delay the others. */
export const jobRun = (job: string) => {
  const errors: unknown[] = [];
  return {
    /**
     * Does one of them, and logs what has become of it, unless there was nothing to do (`idle`). False if it
     * has failed.
     */
    step: async (
      what: Readonly<Record<string, unknown>>,
      work: () => Promise<JobOutcome>,
    ): Promise<boolean> => {
      const result = await work().catch((error: unknown): JobOutcome => {
        errors.push(error);
        return { outcome: "failed", reason: error instanceof Error ? error.stack : String(error) };
      });
      if (result.outcome !== "idle") logJob(job, { ...what, ...result });
      return result.outcome !== "failed";
    },
    /** Throws if one has failed: so Lambda counts the run as failed, and repeats it. */
    end: (): void => {
      if (errors.length > 0) throw new AggregateError(errors, `${job} has failed for ${errors.length}`);
    },
  };
};
