import type { LogFilter, LogLine } from "./log-filter.ts";

/** Gives lines as they were written; with a signal, also new ones until it aborts. */
export type LineSource = (filter: LogFilter, follow: AbortSignal | undefined) => AsyncIterable<LogLine>;

/** Lines of another form, such as those of libraries, are shown as they are. */
export const lineFrom = (text: string): LogLine => {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null) return parsed as LogLine;
  } catch {}
  return { message: text.trimEnd() };
};
