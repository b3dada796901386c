import { vi } from "vitest";
import { log } from "#lib/log.ts";

/** A line of the log after JSON. */
interface LogLine {
  readonly level: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into lines freely.
  readonly [member: string]: any;
}

/** Captures the log until the end of the test's scope. */
export const captureLog = (): { readonly lines: readonly LogLine[] } & Disposable => {
  const lines: LogLine[] = [];
  const writing = vi
    .spyOn(log, "write")
    .mockImplementation(
      (level, members) => void lines.push(JSON.parse(JSON.stringify({ level, ...members }))),
    );
  return { lines, [Symbol.dispose]: () => writing.mockRestore() };
};
