import type { Readable } from "node:stream";
import type { Terminal } from "#cli/publish/progress.ts";

/** What a command sees of the process that it runs in. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Terminal;
  readonly stderr: Terminal;
}

/** What runs a command: gives the exit status, 0 when all is well. */
export type RunCommand = (args: readonly string[], context: CommandContext) => Promise<number>;

/** Prints lines. */
export const printLines = (terminal: Terminal, lines: readonly string[]): void => {
  for (const line of lines) terminal.write(`${line}\n`);
};

/** Prints a value as JSON, for scripts. */
export const printJson = (terminal: Terminal, value: unknown): void => {
  terminal.write(`${JSON.stringify(value, null, 2)}\n`);
};

/** The cells in columns as wide as their widest cell. */
export const aligned = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
};
