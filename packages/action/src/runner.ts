import { randomUUID } from "node:crypto";
import { appendFile } from "node:fs/promises";
import type { Environment } from "./inputs.ts";
import { escapedForRunner, type Terminal } from "./lectern.ts";

/** What the runner of GitHub Actions is told: by commands in the log, and by files. */
export interface Runner {
  readonly log: Terminal;
  /** Keeps a secret out of the log from now on. */
  readonly mask: (secret: string) => void;
  readonly note: (kind: "error" | "warning" | "notice", message: string) => void;
  /** Prints lines that may hold anything: commands in them are text. */
  readonly print: (lines: readonly string[]) => void;
  readonly output: (values: Readonly<Record<string, string | number>>) => Promise<void>;
  /** Adds Markdown to the summary of the job. */
  readonly summarize: (markdown: string) => Promise<void>;
}

export const runnerOn = (log: Terminal, { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY }: Environment): Runner => ({
  log,
  mask: (secret) => log.write(`::add-mask::${escapedForRunner(secret)}\n`),
  note: (kind, message) => log.write(`::${kind}::${escapedForRunner(message)}\n`),
  print: (lines) => {
    if (lines.length === 0) return;
    const end = randomUUID();
    log.write(`::stop-commands::${end}\n${lines.join("\n")}\n::${end}::\n`);
  },
  output: async (values) => {
    if (!GITHUB_OUTPUT) return;
    const lines = Object.entries(values).map(([name, value]) => {
      const end = randomUUID();
      return `${name}<<${end}\n${value}\n${end}\n`;
    });
    await appendFile(GITHUB_OUTPUT, lines.join(""));
  },
  summarize: async (markdown) => {
    if (GITHUB_STEP_SUMMARY) await appendFile(GITHUB_STEP_SUMMARY, `${markdown}\n`);
  },
});
