/** An `alarm` needs somebody's attention. */
type LogLevel = "info" | "warning" | "error" | "alarm";

/** The only access to the log, so that tests can read it. */
export const log = {
  /** Writes one line of JSON. Not by `console`, whose lines Lambda wraps. */
  write: (level: LogLevel, members: Readonly<Record<string, unknown>>): void => {
    const stream = level === "info" ? process.stdout : process.stderr;
    stream.write(`${JSON.stringify({ level, ...members })}\n`);
  },
};
