import { certain } from "#lib/certain.ts";
import { type CommonPlace, commonPlaces } from "./alignment.ts";

/** How many lines stand around a change. */
const around = 3;

/** The difference of two texts as `diff -u` prints it; empty if they are the same. */
export const unifiedDiff = (
  from: { readonly name: string; readonly text: string },
  to: { readonly name: string; readonly text: string },
): string => {
  const [before, after] = [linesOf(from.text), linesOf(to.text)];
  const rows = rowsOf(before, after, commonPlaces(before, after));
  const changed = rows.flatMap(({ sign }, at) => (sign === " " ? [] : [at]));
  if (changed.length === 0) return "";
  const hunks: { start: number; end: number }[] = [];
  for (const at of changed) {
    const last = hunks.at(-1);
    if (last && at - last.end <= 2 * around) last.end = at + 1;
    else hunks.push({ start: at, end: at + 1 });
  }
  const texts = hunks.map(({ start, end }) => hunkText(rows, Math.max(0, start - around), end + around));
  return `--- ${from.name}\n+++ ${to.name}\n${texts.join("")}`;
};

/** The lines with their ends, so that a last line without one differs from the same line with one. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

interface Row {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  /** The number of lines of each text above it. */
  readonly above: readonly [number, number];
}

const rowsOf = (from: readonly string[], to: readonly string[], common: readonly CommonPlace[]): Row[] => {
  const rows: Row[] = [];
  let [one, other] = [0, 0];
  const add = (sign: Row["sign"], text: string): void => {
    rows.push({ sign, text, above: [one, other] });
    if (sign !== "+") one++;
    if (sign !== "-") other++;
  };
  for (const [endOne, endOther] of [...common, [from.length, to.length] as const]) {
    while (one < endOne) add("-", certain(from[one]));
    while (other < endOther) add("+", certain(to[other]));
    if (one < from.length && other < to.length) add(" ", certain(from[one]));
  }
  return rows;
};

const hunkText = (rows: readonly Row[], start: number, end: number): string => {
  const shown = rows.slice(start, end);
  const [one, other] = certain(shown[0]).above;
  const count = (sign: Row["sign"]) => shown.filter((row) => row.sign !== sign).length;
  const range = (above: number, length: number) => `${length === 0 ? above : above + 1},${length}`;
  const head = `@@ -${range(one, count("+"))} +${range(other, count("-"))} @@\n`;
  return (
    head + shown.map(({ sign, text }) => sign + (text.endsWith("\n") ? text : `${text}\n${noEnd}`)).join("")
  );
};

const noEnd = "\\ No newline at end of file\n";
