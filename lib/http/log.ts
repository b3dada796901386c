import { createHmac, randomBytes } from "node:crypto";
import { inspect } from "node:util";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { log } from "#lib/log.ts";
import type { Route } from "#lib/routes/route.ts";
import { addressKey, logsRequests } from "#lib/settings/requests.ts";
import { asMetrics } from "./metrics.ts";
import type { FunctionResult } from "./reply.ts";
import { durationMs, recordOf, toTenths } from "./request-record.ts";
import { traceIdOf } from "./trace.ts";

/** Why a request was refused, and the error behind it, if operators have to know of it. */
export interface LoggedRefusal {
  readonly refusal?: string;
  readonly error?: unknown;
}

/**
 * Writes the one line of a request that was answered (docs/operations.md). It has nothing of what the caller
 * wrote, but the method. Printed always with an error, else only if `LOG_REQUESTS` is on. Requests of this
 * process write none: whoever makes them gets the error.
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
