import { log } from "#lib/log.ts";

/** Logs an error with its stack. */
export const logError = (error: unknown, labels: Readonly<Record<string, string>> = {}): void => {
  log.write("error", { ...labels, error: error instanceof Error ? error.stack : String(error) });
};
