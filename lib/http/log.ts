import { config } from "#lib/config.ts";

/** Writes one JSON line about a request that was answered; without an error only where requests are logged. */
export const logRequest = (route: string, requestId: string, status: number, error?: unknown): void => {
  const line = { route, request_id: requestId, status };
  if (error !== undefined && error !== null) {
    const stack = error instanceof Error ? error.stack : String(error);
    console.error(JSON.stringify({ ...line, level: "error", error: stack }));
  } else if (config.logsRequests()) {
    console.log(JSON.stringify({ ...line, level: "info" }));
  }
};
