import {
  countsOf,
  type FileResult,
  inUnits,
  inWords,
  type LineProblem,
  type PlanEntry,
  shown,
  textDifference,
} from "./lectern.ts";
import type { Preview } from "./previews.ts";

/** What is to be shown of a plan. */
export interface ShownPlan {
  readonly folder: string;
  readonly url: string;
  readonly entries: readonly PlanEntry[];
  /** The titles of the posts, by file. */
  readonly titles: ReadonlyMap<string, string>;
  readonly previews: ReadonlyMap<string, Preview>;
  /** Files of pages that stay on the site though they are gone. */
  readonly left: readonly string[];
}

/** Faults of files, because of which nothing was asked. */
export interface ShownFaults {
  readonly folder: string;
  readonly url: string;
  readonly problems: ReadonlyMap<string, readonly LineProblem[]>;
}

/** What is to be shown of a publication. */
export interface ShownResults {
  readonly folder: string;
  readonly url: string;
  readonly results: readonly FileResult[];
}

/**
 * Markdown of GitHub. What users have written stands in HTML's `<code>` or in fences only: there GitHub makes
 * no mentions, links or markup of it. A text that is too long is cut at rows and says how many are missing.
 */
export const planMarkdown = (plan: ShownPlan, most: number): string => {
  const { entries, left } = plan;
  const changing = entries.filter(({ action }) => action !== "unchanged");
  const counts = Object.entries(countsOf(entries)).map(([action, count]) => `${count} ${inWords(action)}`);
  const summary =
    changing.length === 0 ? "Nothing would change." : `${sizeOf(entries)}: ${counts.join(", ")}.`;
  const head = `### Lectern: what ${code(plan.folder)} would change on ${code(plan.url)}\n\n${summary}`;
  const notes = changing.flatMap(notesOf);
  const stay = left.map((file) => `<li>${code(file)}</li>`);
  const parts = [
    changing.length > 0 && {
      ...{ begin: tableOf("what", "address", "file", "title", "preview"), end: "</table>", share: 0.4 },
      pieces: changing.map((entry) => planRow(entry, plan)),
      missing: (count: number) => `<tr><td colspan="5">… and ${count} more files</td></tr>`,
    },
    notes.length > 0 && { ...list, share: 0.5, pieces: notes },
    stay.length > 0 && {
      ...list,
      ...{ share: 0.3, pieces: stay },
      begin: "Without a file, and still on the site, because `prune` is not set:\n\n<ul>",
    },
    {
      ...{ begin: "", end: "", share: 1, pieces: changing.flatMap(differenceOf) },
      missing: (count: number) => `The differences of ${count} more files are too long to be shown.`,
    },
  ];
  return assembled(head, parts, most);
};

export const faultsMarkdown = ({ folder, url, problems }: ShownFaults, most: number): string => {
  const head = `### Lectern: ${code(folder)} cannot be published on ${code(url)}\n\nThese faults come first:`;
  const pieces = [...problems].flatMap(([file, found]) => found.map((fault) => noteItem(file, fault)));
  return assembled(head, [{ ...list, share: 1, pieces }], most);
};

export const resultsMarkdown = ({ folder, url, results }: ShownResults, most: number): string => {
  const changed = results.filter(({ outcome }) => outcome !== "unchanged");
  const head = [
    `### Lectern: ${code(folder)} on ${code(url)}`,
    `${sizeOf(results)}, ${changed.length} of them not unchanged.`,
  ].join("\n\n");
  const notes = results.flatMap(({ file, errors, removed }) => [
    ...errors.map((error) => noteItem(file, error)),
    ...removed.map((loss) => noteItem(file, loss, "warning")),
  ]);
  const parts = [
    changed.length > 0 && {
      ...{ begin: tableOf("what", "address", "file"), end: "</table>", share: 0.7 },
      pieces: changed.map(({ outcome, url: address, file }) =>
        rowOf(outcome.replaceAll("_", " "), code(address ?? ""), code(file)),
      ),
      missing: (count: number) => `<tr><td colspan="3">… and ${count} more files</td></tr>`,
    },
    notes.length > 0 && { ...list, share: 1, pieces: notes },
  ];
  return assembled(head, parts, most);
};

/** Rows between a beginning and an end, and how much of the room that is left they may take. */
interface Part {
  readonly begin: string;
  readonly end: string;
  readonly pieces: readonly string[];
  readonly share: number;
  /** What to say about rows for which there was no room. */
  readonly missing: (count: number) => string;
}

/** For the blank lines, and for what is said about missing rows. */
const spare = 200;

const assembled = (head: string, parts: readonly (Part | false)[], most: number): string => {
  let text = head;
  for (const part of parts) {
    if (!part || part.pieces.length === 0) continue;
    const { begin, end, pieces, share, missing } = part;
    let room = (most - text.length) * share - begin.length - end.length - spare;
    const fitting = pieces.findIndex((piece) => {
      room -= piece.length + 1;
      return room < 0;
    });
    const taken = fitting < 0 ? pieces : pieces.slice(0, fitting);
    const rest = pieces.length - taken.length;
    const lines = [begin, ...taken, ...(rest > 0 ? [missing(rest)] : []), end];
    text += `\n\n${lines.filter((line) => line !== "").join("\n")}`;
  }
  return text.toWellFormed();
};

const list = { begin: "<ul>", end: "</ul>", missing: (count: number) => `<li>… and ${count} more</li>` };

const sizeOf = ({ length }: readonly unknown[]): string => `${length} ${length === 1 ? "file" : "files"}`;

const rowOf = (...cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;

const tableOf = (...heads: readonly string[]): string =>
  `<table>\n<tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr>`;

const planRow = (entry: PlanEntry, { titles, previews }: ShownPlan): string => {
  const { file, action, next, url, renamed_from: from } = entry;
  const what = next === "none" || next === action ? inWords(action) : `${action}, then ${next}`;
  const place = from === undefined ? code(file) : `${code(file)}, was ${code(from)}`;
  const title = titles.get(file);
  return rowOf(
    ...[what, url === null ? "" : code(url), place, title === undefined ? "" : code(title)],
    linkTo(previews.get(file)),
  );
};

const linkTo = (preview: Preview | undefined): string => {
  if (preview === undefined) return "";
  return "url" in preview ? `<a href="${escaped(preview.url)}">preview</a>` : code(preview.reason);
};

const notesOf = ({ file, errors, removed, warnings }: PlanEntry): string[] => [
  ...errors.map((error) => noteItem(file, error)),
  ...[...warnings, ...removed].map((warning) => noteItem(file, warning, "warning")),
];

const noteItem = (file: string, { line, message }: LineProblem, kind = "fault"): string =>
  `<li>${kind}: ${code(`${file}:${line}`)} ${code(message)}</li>`;

/** Each line begins with a sign, so that no text ends the fence. */
const differenceOf = ({ file, changes, uploads }: PlanEntry): string[] => {
  if (changes.length + uploads.length === 0) return [];
  const lines = changes.flatMap((change) => {
    const { gone, come } = textDifference(change) ?? { gone: [change.from], come: [change.to] };
    return [
      `@@ ${change.field} @@`,
      ...gone.map((value) => `- ${shown(value, maxValueLength)}`),
      ...come.map((value) => `+ ${shown(value, maxValueLength)}`),
    ];
  });
  for (const upload of uploads)
    lines.push("@@ to be uploaded @@", `+ ${shown(upload.file)} (${inUnits(upload.bytes)})`);
  const fields = changes.map(({ field }) => field);
  const parts = [...fields, ...(uploads.length > 0 ? ["files"] : [])].join(", ");
  const summary = `<summary>${code(file)}: ${parts}</summary>`;
  return [["<details>", summary, "", "```diff", ...lines, "```", "", "</details>", ""].join("\n")];
};

const maxValueLength = 1_000;

/** User's text as HTML in one line, long ones cut. */
const code = (text: string): string => {
  const cut = text.length > 300 ? `${text.slice(0, 299)}…` : text;
  return cut === "" ? "" : `<code>${escaped(cut)}</code>`;
};

/** All that HTML or Markdown might read, also in the middle of a line of Markdown. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a blank line would end the HTML.
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(/[!-,:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
