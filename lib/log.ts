import { inspect } from "node:util";
import { clock } from "./clock.ts";

/** An `alarm` needs somebody's attention. */
type LogLevel = "info" | "warning" | "error" | "alarm";

type Members = Readonly<Record<string, unknown>>;

const lineOf = (level: LogLevel, members: Members): string =>
  `${JSON.stringify({ level, time: clock.now(), ...members })}\n`;

let keeper: ((line: string) => void) | undefined;

/** Gives every line to `keep`, too, until it is called again. */
export const keepLog = (keep: ((line: string) => void) | undefined): void => {
  keeper = keep;
};

/** The only access to the log, so that tests can read it. */
export const log = {
  /** Writes one line of JSON. Not by `console`, whose lines Lambda wraps. */
  write: (level: LogLevel, members: Members): void => {
    const stream = level === "info" ? process.stdout : process.stderr;
    const line = lineOf(level, members);
    stream.write(line);
    keeper?.(line);
  },
  /** Writes a line that nobody has to see now, only where lines are kept. */
  keep: (level: LogLevel, members: Members): void => keeper?.(lineOf(level, members)),
};

/** Logs an error with its stack, its causes, and the errors that it contains. */
export const logError = (error: unknown, labels: Readonly<Record<string, string>> = {}): void => {
  log.write("error", {
    ...labels,
    error: error instanceof Error ? inspect(error, { depth: 5 }) : String(error),
  });
};
