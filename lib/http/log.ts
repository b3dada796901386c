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
