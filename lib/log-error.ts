import { inspect } from "node:util";
import { log } from "./log.ts";

/** Logs an error with its stack, its causes, and the errors that it stands for. */
export const logError = (error: unknown, labels: Readonly<Record<string, string>> = {}): void => {
  log.write("error", {
    ...labels,
    error: error instanceof Error ? inspect(error, { depth: 5 }) : String(error),
  });
};
