import { columnsOf, type TableValue } from "#lib/blocks/ready/table-block.ts";

/** A table as Markdown, its lines of rich text by `lineText`. */
export const tableText = (table: TableValue, lineText: (html: string) => string): string => {
  const { caption, header, align, rows } = table;
  const columns = Array.from({ length: columnsOf(table) }, (_, index) => index);
  const cell = (html: string | undefined): string =>
    lineText(html ?? "")
      .replaceAll("\\\n", "<br>")
      .replaceAll("|", "\\|");
  const line = (cells: readonly string[]): string => `|${cells.map((text) => ` ${text} |`).join("")}`;
  const row = (cells: readonly string[]): string => line(columns.map((index) => cell(cells[index])));
  const marks = columns.map((index) => alignmentMarks[align[index] ?? ""]);
  const text = [row(header), line(marks), ...rows.map(row)].join("\n");
  return caption === "" ? text : `${text}\n\nTable: ${lineText(caption)}`;
};

const alignmentMarks: Readonly<Record<TableValue["align"][number], string>> = {
  "": "---",
  left: ":---",
  center: ":---:",
  right: "---:",
};
