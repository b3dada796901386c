import { isDeepStrictEqual } from "node:util";
import { type Action, actions } from "./intention.ts";
import type { PlanEntry, PlannedChange } from "./plan-entry.ts";

/** What a plan's entries are, for people: a line for each, below it what changes, and how many there are. */
export const planLines = (entries: readonly PlanEntry[]): string[] => {
  const width = Math.max(...entries.map(({ url }) => (url ?? "").length));
  const lines = entries.flatMap((entry) => {
    const { action, next, url, file, renamed_from: from, changes } = entry;
    const place = from === undefined ? file : `${file} (was ${from})`;
    const end = next === "none" || next === action ? "" : `, then ${next}`;
    return [
      `${action.padEnd(actionWidth)}  ${(url ?? "").padEnd(width)}  ${place}${end}`,
      ...changes.flatMap(changeLines).map((line) => `    ${line}`),
    ];
  });
  const { length } = entries;
  const counts = Object.entries(countsOf(entries)).map(([action, count]) => `${count} ${action}`);
  return [...lines, `${length} ${length === 1 ? "file" : "files"}: ${counts.join(", ")}`];
};

export const countsOf = (entries: readonly PlanEntry[]): Partial<Record<Action, number>> => {
  const counts = actions.map((action) => [action, entries.filter((entry) => entry.action === action).length]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
};

const actionWidth = Math.max(...actions.map(({ length }) => length));

const changeLines = ({ field, from, to }: PlannedChange): string[] => {
  if (!Array.isArray(from) || !Array.isArray(to) || field !== "text")
    return [`${field}: ${shown(from)} → ${shown(to)}`];
  const [gone, come] = withoutCommon(from.flatMap(piecesOf), to.flatMap(piecesOf));
  return [
    ...gone.map((block) => `text: - ${shown(block)}`),
    ...come.map((block) => `text: + ${shown(block)}`),
  ];
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

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
};
