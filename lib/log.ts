/** How much a line of the log matters: an alarm is something that somebody must look after. */
type LogLevel = "info" | "warning" | "error" | "alarm";

/** The one address of the log, so that tests can read what is written to it. */
export const log = {
  /** Writes one line of JSON. It goes out as it is: Lambda would wrap what the console says. */
  write: (level: LogLevel, members: Readonly<Record<string, unknown>>): void => {
    const stream = level === "info" ? process.stdout : process.stderr;
    stream.write(`${JSON.stringify({ level, ...members })}\n`);
  },
};
