import { certain } from "#bench/lectern/tools.ts";
/** A table of a report. The first column is text, the others are figures. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Printed below it. */
  readonly notes: readonly string[];
}

export const textOf = ({ title, columns, rows, notes }: Table): string => {
  const widths = columns.map((column, index) =>
    Math.max(...[columns, ...rows].map((row) => (row[index] ?? "").length), column.length),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) =>
        index === 0 ? cell.padEnd(certain(widths[index])) : cell.padStart(certain(widths[index])),
      )
      .join("  ")
      .trimEnd();
  return [
    title,
    "",
    line(columns),
    line(widths.map((width) => "-".repeat(width))),
    ...rows.map(line),
    ...notes.flatMap((note) => ["", note]),
  ]
    .join("\n")
    .concat("\n");
};

export const markdownOf = ({ title, columns, rows, notes }: Table): string =>
  [`## ${title}`, markdownRows(columns, rows), ...notes].join("\n\n").concat("\n");

const markdownRows = (columns: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = columns.map((_, index) => (index === 0 ? "---" : "---:"));
  return [columns, rule, ...rows].map(line).join("\n");
};

/** A budget, and whether the figure is within it; a dash without a budget. */
export const budgetCell = (figure: number, budget: number | null): string =>
  budget === null ? "–" : `${budget} ${figure <= budget ? "✓" : "✗"}`;

/** With commas between thousands. */
export const grouped = (value: number): string => value.toLocaleString("en");
