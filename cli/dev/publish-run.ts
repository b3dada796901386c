import { Readable } from "node:stream";
import { counted, printLines } from "#cli/output.ts";
import type { Terminal } from "#cli/publish/progress.ts";
import type { FileResult } from "#cli/publish/report.ts";
import { publish } from "#cli/publish.ts";
import { PlainError } from "#local/plain-error.ts";

interface RunOutput {
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** True says also that nothing has changed. */
  readonly tellsOfNothing: boolean;
}

/** A run of `lectern publish` that says only what has changed, and what is wrong. */
export const publishRun = async (
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  { stdout, stderr, tellsOfNothing }: RunOutput,
): Promise<void> => {
  let document = "";
  const captured = {
    write: (text: string) => {
      document += text;
    },
  };
  try {
    const context = { environment, stdin: Readable.from([]), stdout: captured, stderr };
    await publish(["--json", ...args], context);
  } catch (error) {
    // The service may not answer now: the next change tries again.
    if (!(error instanceof PlainError)) throw error;
    printLines(stderr, [error.message]);
    return;
  }
  const { results } = JSON.parse(document) as { readonly results: readonly FileResult[] };
  const told = results.filter(({ outcome }) => outcome !== "unchanged" && outcome !== "skipped");
  for (const { outcome, url, file, errors, removed } of told) {
    printLines(stdout, [
      [outcome.replaceAll("_", " "), url, file].filter((cell) => cell !== null).join("  "),
    ]);
    for (const { line, message } of [...errors, ...removed])
      printLines(stderr, [`${file}:${line}: ${message}`]);
  }
  if (told.length === 0 && tellsOfNothing)
    printLines(stdout, [`${counted(results.length, "file")}, nothing has changed`]);
};
