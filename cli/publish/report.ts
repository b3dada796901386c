import type { LineProblem } from "./front-matter.ts";
import { outcomes, type PostOutcome } from "./post.ts";
import type { ProgressLine, Terminal } from "./progress.ts";

/** What became of a file, as `--json` prints it. */
export interface FileResult {
  readonly file: string;
  readonly outcome: PostOutcome;
  readonly id: number | null;
  /** Site-relative; null while the public does not see the post. */
  readonly url: string | null;
  /** The post's latest revision. */
  readonly revision: number | null;
  readonly errors: readonly LineProblem[];
}

/** Where a report goes and how it looks. */
export interface ReportOptions {
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly progress: ProgressLine;
  /** Print nothing but one document `{results, counts}`. */
  readonly json: boolean;
  /** How wide the column of addresses is. */
  readonly addressWidth?: number;
}

/** Where a run is reported. */
export interface PublishReport {
  /** Says what is going on. */
  readonly working: (text: string) => void;
  /** Takes a file's result. */
  readonly finished: (result: FileResult) => void;
  /** Completes the report, and gives the results. */
  readonly end: () => readonly FileResult[];
}

/**
 * Reports a run as it goes: for each file that was not skipped one line on `stdout`, and its errors on
 * `stderr`, such as `posts/a.md:3: title: …`; at the end a summary. With `json`, one document at the end.
 */
export const reportOn = ({
  stdout,
  stderr,
  progress,
  json,
  addressWidth = 0,
}: ReportOptions): PublishReport => {
  const results: FileResult[] = [];
  const print = (result: FileResult): void => {
    progress.clear();
    stdout.write(`${resultLine(result, addressWidth)}\n`);
    for (const { line, message } of result.errors) stderr.write(`${result.file}:${line}: ${message}\n`);
  };
  return {
    working: progress.show,
    finished: (result) => {
      results.push(result);
      if (!json && result.outcome !== "skipped") print(result);
    },
    end: () => {
      progress.clear();
      const counts = countsOf(results);
      stdout.write(`${json ? JSON.stringify({ results, counts }, null, 2) : summaryOf(counts)}\n`);
      return results;
    },
  };
};

const inWords = (outcome: string): string => outcome.replace("_", " ");

const outcomeWidth = Math.max(...outcomes.map((outcome) => outcome.length));

const resultLine = ({ outcome, url, file }: FileResult, addressWidth: number): string =>
  [inWords(outcome).padEnd(outcomeWidth), (url ?? "").padEnd(addressWidth), file].join("  ");

/** How many files came to each outcome. */
const countsOf = (results: readonly FileResult[]): Readonly<Record<PostOutcome, number>> => {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<PostOutcome, number>;
  for (const { outcome } of results) counts[outcome]++;
  return counts;
};

/** Such as `20 files: 1 updated, 19 unchanged`. */
const summaryOf = (counts: Readonly<Record<PostOutcome, number>>): string => {
  const total = Object.values(counts).reduce((sum, count) => sum + count);
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${inWords(outcome)}`);
  return `${total} ${total === 1 ? "file" : "files"}: ${parts.join(", ")}`;
};
