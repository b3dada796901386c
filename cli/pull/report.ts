import { counted, printJson, printLines, totalled } from "#cli/output.ts";
import { noteOn } from "#cli/publish/notes.ts";
import { printable } from "#cli/publish/printable.ts";
import type { ProgressLine, Terminal } from "#cli/publish/progress.ts";

/**
 * `added`: a new file; `new_here`: the service has no page for the file; `changed_here`: the file has
 * changed, and its page has not; `conflict`: both have.
 */
const pullOutcomes = [
  "pulled",
  "added",
  "unchanged",
  "changed_here",
  "new_here",
  "conflict",
  "failed",
] as const;

/** The result of a file, as `--json` prints it. */
export interface PullResult {
  readonly file: string;
  readonly outcome: (typeof pullOutcomes)[number];
  readonly id: number | null;
  /** The address; null while the public does not see the page. */
  readonly url: string | null;
  /** The difference from the file to what its page says, as `diff -u` prints it. */
  readonly diff: string | null;
  readonly notes: readonly string[];
  readonly error: string | null;
}

interface PullReportOptions {
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly progress: ProgressLine;
  readonly json: boolean;
  readonly dryRun: boolean;
}

/** A page of the source without a file here. */
export interface PageWithoutFile {
  readonly file: string;
  readonly id: number;
  readonly url: string | null;
}

export const pullReport = ({ stdout, stderr, progress, json, dryRun }: PullReportOptions) => {
  const results: PullResult[] = [];
  const print = ({ file, outcome, url, diff, notes, error }: PullResult): void => {
    progress.clear();
    const words = outcome.replace("_", " ").padEnd(outcomeWidth);
    printLines(stdout, [`${words}  ${printable(file)}${url === null ? "" : `  ${url}`}`]);
    if (diff && (dryRun || outcome === "conflict")) stdout.write(shownDiff(diff));
    if (error) stderr.write(noteOn("error", file, { line: 1, message: error }, false));
    for (const message of notes) stderr.write(noteOn("warning", file, { line: 1, message }, false));
  };
  return {
    finished: (result: PullResult): void => {
      results.push(result);
      if (!json) print(result);
    },
    /** Prints the summary; gives the exit status. */
    end: (withoutFile: readonly PageWithoutFile[]): number => {
      progress.clear();
      const counts = Object.fromEntries(
        pullOutcomes.map((name) => [name, results.filter(({ outcome }) => outcome === name).length]),
      );
      const parts = Object.entries(counts).filter(([, count]) => count > 0);
      const summary = totalled(
        counted(results.length, "file"),
        parts.map(([name, count]) => `${count} ${name.replace("_", " ")}`),
      );
      if (json) printJson(stdout, { results, counts, without_file: withoutFile });
      else printLines(stdout, [dryRun ? `${summary}; nothing was written` : summary]);
      if (!json && withoutFile.length > 0) {
        const files = withoutFile.map(({ file }) => printable(file)).join(", ");
        printLines(stderr, [`In the service, without a file here: ${files}.`]);
      }
      return results.some(({ error }) => error !== null) ? 1 : 0;
    },
  };
};

const outcomeWidth = Math.max(...pullOutcomes.map(({ length }) => length));

/** Texts of a service may hold characters that a terminal obeys. */
const shownDiff = (diff: string): string =>
  diff
    .split("\n")
    .map((line) => line.split("\t").map(printable).join("\t"))
    .join("\n");
