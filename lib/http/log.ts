import { config } from "#lib/config.ts";

/**
 * Writes one JSON line about a request that was answered; without an error only where requests are logged. The line goes
 * out as it is: Lambda would wrap what the console says.
 */
export const logRequest = (route: string, requestId: string, status: number, error?: unknown): void => {
  const line = { route, request_id: requestId, status };
  if (error !== undefined && error !== null) {
    const stack = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${JSON.stringify({ level: "error", ...line, error: stack })}\n`);
  } else if (config.logsRequests()) {
    process.stdout.write(`${JSON.stringify({ level: "info", ...line })}\n`);
  }
};

/** Writes one JSON line about something that a job did: an error when it was refused or failed. */
export const logJob = (
  job: string,
  { outcome, ...details }: { readonly outcome: string; readonly [detail: string]: unknown },
): void => {
  const isError = outcome === "refused" || outcome === "failed";
  if (!isError && !config.logsRequests()) return;
  const line = JSON.stringify({ level: isError ? "error" : "info", job, outcome, ...details });
  (isError ? process.stderr : process.stdout).write(`${line}\n`);
};
