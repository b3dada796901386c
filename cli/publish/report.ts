import { counted, printJson, printLines, totalled } from "#cli/output.ts";
import type { PublishedFeed } from "./feeds.ts";
import type { LineProblem } from "./front-matter.ts";
import { noteOn } from "./notes.ts";
import { outcomes, type PostOutcome } from "./post.ts";
import type { Refused } from "./prepare.ts";
import { printable } from "./printable.ts";
import type { ProgressLine, Terminal } from "./progress.ts";

/** The result of a file, as `--json` prints it. */
export interface FileResult {
  readonly file: string;
  readonly outcome: PostOutcome;
  readonly id: number | null;
  /** Site-relative; null while the public does not see the post. */
  readonly url: string | null;
  /** The post's latest revision. */
  readonly revision: number | null;
  /** Formatting of the text that the site does not keep. */
  readonly removed: readonly LineProblem[];
  readonly errors: readonly LineProblem[];
}

export interface ReportOptions {
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly progress: ProgressLine;
  /** Print only a document `{results, counts, feeds}`. */
  readonly json: boolean;
  /** Print errors as annotations of GitHub Actions, also beside the document. */
  readonly isAnnotated?: boolean;
  readonly addressWidth?: number;
}

export interface PublishReport {
  readonly working: (text: string) => void;
  readonly finished: (result: FileResult) => void;
  /** Tells what is wrong with a folder, which counts as no file. */
  readonly refused: (folder: string, errors: readonly LineProblem[]) => void;
  /** The results of finished files. */
  readonly results: readonly FileResult[];
  /** Prints the feeds of the blog or podcast and the summary, and gives all results. */
  readonly end: (feeds: readonly PublishedFeed[]) => readonly FileResult[];
}

/**
 * Prints a line on `stdout` for each file that was not skipped, its errors and losses on `stderr` as
 * `posts/a.md:3: title: …`, and at the end feeds and a summary. With `json`, prints one document at the end.
 */
export const reportOn = ({
  stdout,
  stderr,
  progress,
  json,
  isAnnotated = false,
  addressWidth = 0,
}: ReportOptions): PublishReport => {
  const results: FileResult[] = [];
  const folders: FileResult[] = [];
  const printNotes = ({ file, errors, removed }: FileResult): void => {
    for (const error of errors) stderr.write(noteOn("error", file, error, isAnnotated));
    for (const loss of removed) stderr.write(noteOn("warning", file, loss, isAnnotated));
  };
  const print = (result: FileResult): void => {
    progress.clear();
    printLines(stdout, [resultLine(result, addressWidth)]);
    printNotes(result);
  };
  return {
    working: progress.show,
    finished: (result) => {
      results.push(result);
      if (!json && result.outcome !== "skipped") print(result);
      else if (isAnnotated) printNotes(result);
    },
    refused: (folder, errors) => {
      progress.clear();
      const result = notSent(folder, errors);
      folders.push(result);
      if (!json || isAnnotated) printNotes(result);
    },
    results,
    end: (feeds) => {
      progress.clear();
      const counts = countsOf(results);
      const lines = [...feeds.map(({ url }) => `${"feed".padEnd(outcomeWidth)}  ${url}`), summaryOf(counts)];
      if (json) printJson(stdout, { results: [...folders, ...results], counts, feeds });
      else printLines(stdout, lines);
      return results;
    },
  };
};

export const inWords = (outcome: string): string => outcome.replace("_", " ");

const outcomeWidth = Math.max(...outcomes.map((outcome) => outcome.length));

const resultLine = ({ outcome, url, file }: FileResult, addressWidth: number): string =>
  [inWords(outcome).padEnd(outcomeWidth), (url ?? "").padEnd(addressWidth), printable(file)].join("  ");

const countsOf = (results: readonly FileResult[]): Readonly<Record<PostOutcome, number>> => {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<PostOutcome, number>;
  for (const { outcome } of results) counts[outcome]++;
  return counts;
};

/** A sentence such as `20 files: 1 updated, 19 unchanged`. */
const summaryOf = (counts: Readonly<Record<PostOutcome, number>>): string => {
  const total = Object.values(counts).reduce((sum, count) => sum + count);
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${inWords(outcome)}`);
  return totalled(counted(total, "file"), parts);
};

/** The result of a file that was not sent: failed if it has errors, else skipped. */
export const notSent = (file: string, errors: readonly LineProblem[] = []): FileResult => ({
  file,
  outcome: errors.length > 0 ? "failed" : "skipped",
  id: null,
  url: null,
  revision: null,
  removed: [],
  errors,
});

/** Reports the problems of files and folders, of which nothing was sent; gives the exit status. */
export const refuseFiles = ({ files, problems, folders }: Refused, output: ReportOptions): number => {
  const report = reportOn(output);
  for (const [folder, errors] of folders ?? []) report.refused(folder, errors);
  for (const file of files) report.finished(notSent(file, problems.get(file)));
  report.end([]);
  return 2;
};
