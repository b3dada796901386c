import type { Readable } from "node:stream";
import type { OpenSite } from "#cli/administration/open-site.ts";
import { printable } from "#cli/publish/printable.ts";
import type { Terminal } from "#cli/publish/progress.ts";

export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** Resolves when the user or the system ends the command; it then ends by itself. */
  readonly untilInterrupted?: () => Promise<unknown>;
}

export interface AdministrationContext extends CommandContext {
  /** Gives access to the site that a command is to administer. */
  readonly openSite: OpenSite;
}

/** The code of a command; gives the exit status. */
export type RunCommand = (args: readonly string[], context: CommandContext) => Promise<number>;

/** Runs a command that administers a site. */
export type RunAdministration = (args: readonly string[], context: AdministrationContext) => Promise<number>;

/** Prints lines. Texts of others in them, such as names, cannot control the terminal. */
export const printLines = (terminal: Terminal, lines: readonly string[]): void => {
  for (const line of lines) terminal.write(`${line.replace(/[^\n\t]+/g, printable)}\n`);
};

export const printJson = (terminal: Terminal, value: unknown): void => {
  terminal.write(`${JSON.stringify(value, null, 2)}\n`);
};

/** Pads cells so that columns line up, each in one line. */
export const aligned = (cells: readonly (readonly string[])[]): string[] => {
  const rows = cells.map((row) => row.map((cell) => cell.replace(/\p{Cc}+/gu, " ")));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
};

/** A total with its parts, such as `3 files: 1 create, 2 update`. */
export const totalled = (total: string, parts: readonly string[]): string =>
  parts.length === 0 ? total : `${total}: ${parts.join(", ")}`;

/** A number of things, such as `1 file` or `2 files`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
