import { createHmac, randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { log } from "#lib/log.ts";
import { addressKey, logsRequests } from "#lib/settings/requests.ts";

/** Logs a request that was answered: always with an error, else only if `LOG_REQUESTS` is on. */
export const logRequest = (route: string, requestId: string, status: number, error?: unknown): void => {
  const line = { route, request_id: requestId, status };
  if (error !== undefined && error !== null)
    log.write("error", { ...line, error: inspect(error, { depth: 5 }) });
  else if (logsRequests()) log.write("info", line);
};

export const logWarning = (
  route: string,
  requestId: string,
  warning: string,
  details: Readonly<Record<string, string | number | null>> = {},
): void => log.write("warning", { route, request_id: requestId, warning, ...details });

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
  if (isError || logsRequests()) log.write(isError ? "error" : "info", { job, outcome, ...details });
};
