import { vi } from "vitest";
import { log } from "#lib/log.ts";

/** A line of the log, as whoever reads the log gets it. */
interface LogLine {
  readonly level: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into lines freely.
  readonly [member: string]: any;
}

/** Keeps what is logged from now to the end of the test's scope; none of it reaches the streams. */
export const captureLog = (): { readonly lines: readonly LogLine[] } & Disposable => {
  const lines: LogLine[] = [];
  const writing = vi
    .spyOn(log, "write")
    .mockImplementation(
      (level, members) => void lines.push(JSON.parse(JSON.stringify({ level, ...members }))),
    );
  return { lines, [Symbol.dispose]: () => writing.mockRestore() };
};
