import type { MediaResult, TextResult } from "#importers/writing/write-folder.ts";
import { type CommandContext, counted, printJson, printLines } from "./lectern.ts";
import { type ImportNote, type NoteKind, noteKinds } from "./notes.ts";
import type { ImportOptions } from "./options.ts";

export interface ImportReport {
  readonly folder: string;
  /** The path at which the blog or podcast is to be. */
  readonly parent: string;
  readonly isPodcast: boolean;
  readonly posts: readonly TextResult[];
  readonly media: readonly MediaResult[];
  readonly notes: readonly ImportNote[];
}

export const printReport = (
  report: ImportReport,
  { dryRun, json }: ImportOptions,
  { stdout, stderr }: Pick<CommandContext, "stdout" | "stderr">,
): void => {
  if (json) {
    const { isPodcast: podcast, ...rest } = report;
    printJson(stdout, { ...rest, dry_run: dryRun, podcast });
    return;
  }
  const { posts, media, notes, folder, parent } = report;
  const named = posts.filter(({ outcome }) => outcome === "edited" || outcome === "removed");
  printLines(stdout, [
    `${dryRun ? "Would be written" : "Written"} to ${folder}:`,
    `  ${counted(posts.length, "file")} of text: ${countsOf(posts)}`,
    ...(media.length > 0 ? [`  ${counted(media.length, "file")} of media: ${countsOf(media)}`] : []),
    ...named.map(({ file, outcome }) => `  ${file}: ${keptBecause[outcome as "edited" | "removed"]}`),
    ...(notes.length > 0
      ? ["", `What finds no place, or another one (${notes.length}):`, ...noteLines(notes)]
      : []),
  ]);
  const failed = media.filter(({ outcome }) => outcome === "failed");
  printLines(
    stderr,
    failed.map(({ address, file, error }) => `${file}: ${address} could not be fetched: ${error}`),
  );
  if (failed.length > 0) printLines(stderr, ["Run the command again to fetch what is missing."]);
  if (dryRun) printLines(stdout, ["", "Nothing was written. Run the command without --dry-run to write it."]);
  else
    printLines(stdout, [
      "",
      `Next: apply ${folder}/site.yaml, or take it over into your own, then lectern publish ${folder} --parent ${parent}`,
    ]);
};

const keptBecause = {
  edited: "stays as it is, because it was edited here; --force overwrites it",
  removed: "was removed or moved here, and is not written again; --force writes it",
} as const;

const countsOf = (results: readonly { readonly outcome: string }[]): string => {
  const counts = new Map<string, number>();
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ") || "none";
};

/** The most lines that a report has of one kind; `--json` has all. */
const maxLines = 20;

function* noteLines(notes: readonly ImportNote[]): Generator<string> {
  for (const kind of Object.keys(noteKinds) as NoteKind[]) {
    const found = notes.filter((note) => note.kind === kind);
    if (found.length === 0) continue;
    yield `- ${noteKinds[kind]} (${found.length}):`;
    for (const { file, line, item, text } of found.slice(0, maxLines)) {
      const where = line === null ? file : `${file}:${line}`;
      yield `    ${where}${item === null ? "" : ` "${item}"`}: ${text}`;
    }
    if (found.length > maxLines) yield `    and ${found.length - maxLines} more, which --json lists`;
  }
}
