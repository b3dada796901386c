import { isDeepStrictEqual } from "node:util";
import { counted, totalled } from "#cli/output.ts";
import { inUnits } from "#cli/upload/meter.ts";
import { type Action, actions } from "./intention.ts";
import type { PlanEntry, PlannedChange, PlannedUpload } from "./plan-entry.ts";
import { printable } from "./printable.ts";
import { inWords } from "./report.ts";

/** The entries of a plan for people: a line for each, below it the changes, and at the end their number. */
export const planLines = (entries: readonly PlanEntry[]): string[] => {
  const width = Math.max(...entries.map(({ url }) => (url ?? "").length));
  const lines = entries.flatMap((entry) => {
    const { action, next, url, file, renamed_from: from, changes, uploads } = entry;
    const place = from === undefined ? file : `${file} (was ${from})`;
    const end = next === "none" || next === action ? "" : `, then ${next}`;
    return [
      `${inWords(action).padEnd(actionWidth)}  ${(url ?? "").padEnd(width)}  ${printable(place)}${end}`,
      ...changes.flatMap(changeLines).map((line) => `    ${line}`),
      ...uploads.map((upload) => `    upload: ${upload.file} (${inUnits(upload.bytes)})`),
    ];
  });
  const { length } = entries;
  const counts = Object.entries(countsOf(entries)).map(([action, count]) => `${count} ${inWords(action)}`);
  return [
    ...lines,
    totalled(counted(length, "file"), counts),
    ...uploadLines(entries.flatMap(({ uploads }) => uploads)),
  ];
};

/** A line for each file, however many posts have it. */
const uploadLines = (uploads: readonly PlannedUpload[]): string[] => {
  const files = [...new Map(uploads.map((upload) => [upload.file, upload])).values()];
  if (files.length === 0) return [];
  const total = inUnits(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const some = counted(files.length, "file");
  return [`To be uploaded: ${some}, ${total}; what stands with them could not be tried.`];
};

export const countsOf = (entries: readonly PlanEntry[]): Partial<Record<Action, number>> => {
  const counts = actions.map((action) => [action, entries.filter((entry) => entry.action === action).length]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
};

const actionWidth = Math.max(...actions.map(({ length }) => length));

const changeLines = (change: PlannedChange): string[] => {
  const { field, from, to } = change;
  const difference = textDifference(change);
  if (!difference) return [`${field}: ${shown(from)} → ${shown(to)}`];
  return [
    ...difference.gone.map((block) => `text: - ${shown(block)}`),
    ...difference.come.map((block) => `text: + ${shown(block)}`),
  ];
};

/** The parts of the text that are removed and added; undefined for another field. */
export const textDifference = ({ field, from, to }: PlannedChange) => {
  if (!Array.isArray(from) || !Array.isArray(to) || field !== "text") return undefined;
  const [gone, come] = withoutCommon(from.flatMap(piecesOf), to.flatMap(piecesOf));
  return { gone, come };
};

/** The paragraphs, lists and so on of a block of prose; another block as it is. */
const piecesOf = (block: { readonly value?: unknown }): unknown[] =>
  typeof block.value === "string" ? block.value.split(/(?<=<\/(?:p|h[1-6]|[uo]l|blockquote)>)/) : [block];

/** The pieces between those with which both begin and end. */
const withoutCommon = (from: readonly unknown[], to: readonly unknown[]) => {
  const most = Math.min(from.length, to.length);
  let first = 0;
  while (first < most && isDeepStrictEqual(from[first], to[first])) first++;
  let last = 0;
  while (last < most - first && isDeepStrictEqual(from.at(-1 - last), to.at(-1 - last))) last++;
  return [from.slice(first, from.length - last), to.slice(first, to.length - last)] as const;
};

/** A value in one line, which may be cut. */
export const shown = (value: unknown, most = 100): string => {
  const text = printable(JSON.stringify(value) ?? "nothing");
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
};
