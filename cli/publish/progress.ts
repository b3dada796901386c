import { printable } from "./printable.ts";

export interface Terminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly write: (text: string) => unknown;
}

/** A line at the end of a terminal that shows progress, until it is disposed of. */
export interface ProgressLine extends Disposable {
  /** Replaces the text, cut to the width of the terminal. */
  readonly show: (text: string) => void;
  /** Empties the line, so that something else can be printed in its place. */
  readonly clear: () => void;
}

/** A progress line on a terminal; elsewhere, such as in a CI log, it prints nothing. */
export const progressOn = (terminal: Terminal): ProgressLine => {
  const startOfLine = "\r\x1b[2K";
  const write = (text: string): void => {
    if (terminal.isTTY)
      terminal.write(`${startOfLine}${printable(text).slice(0, (terminal.columns || 80) - 1)}`);
  };
  const clear = (): void => write("");
  return { show: write, clear, [Symbol.dispose]: clear };
};
