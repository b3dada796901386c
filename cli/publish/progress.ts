/** What of a stream matters to a progress line. */
export interface Terminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly write: (text: string) => unknown;
}

/** One line at the end of a terminal that says what is going on, until it is disposed of. */
export interface ProgressLine extends Disposable {
  /** Puts the text in the line, cut where the terminal ends. */
  readonly show: (text: string) => void;
  /** Empties the line, so that something lasting can be printed in its place. */
  readonly clear: () => void;
}

/** A progress line on a terminal; on anything else, such as a CI run's log, it prints nothing. */
export const progressOn = (terminal: Terminal): ProgressLine => {
  const startOfLine = "\r\x1b[2K";
  const write = (text: string): void => {
    if (terminal.isTTY) terminal.write(`${startOfLine}${text.slice(0, (terminal.columns || 80) - 1)}`);
  };
  const clear = (): void => write("");
  return { show: write, clear, [Symbol.dispose]: clear };
};
