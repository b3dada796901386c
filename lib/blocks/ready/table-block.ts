import type { BlockProblem, CustomBlock } from "#lib/blocks/custom-block.ts";
import { inlineText, type ReadyBlock } from "./ready-block.ts";

/** How the texts of a column are set; empty for the direction of the text. */
const tableAlignments = ["left", "center", "right"] as const;

/** A table as authors write it. Cells are lines of rich text. */
export interface TableValue {
  readonly caption: string;
  /** One for each column; empty if the table has no header. */
  readonly header: readonly string[];
  /** One for each column, or fewer. */
  readonly align: readonly ((typeof tableAlignments)[number] | "")[];
  readonly rows: readonly (readonly string[])[];
}

const maxRows = 1_000;
const maxColumns = 50;
const maxCells = 5_000;
const maxBytes = 200_000;

const cells: CustomBlock = { type: "list", required: false, item: inlineText };

export const tableBlock: ReadyBlock = {
  declaration: {
    type: "struct",
    required: true,
    fields: new Map<string, CustomBlock>([
      ["caption", inlineText],
      ["header", cells],
      [
        "align",
        {
          type: "list",
          required: false,
          item: { type: "choice", required: false, choices: tableAlignments },
        },
      ],
      ["rows", { type: "list", required: false, item: { ...cells, required: true } }],
    ]),
    check: (value) => tableProblems(value as TableValue),
  },
};

/** The number of columns: of cells in the header, or else in the first row. */
export const columnsOf = ({ header, rows }: Pick<TableValue, "header" | "rows">): number =>
  header.length > 0 ? header.length : (rows[0]?.length ?? 0);

const tableProblems = (table: TableValue): BlockProblem[] => {
  const { caption, header, align, rows } = table;
  const columns = columnsOf(table);
  if (columns === 0) return [invalid("rows", "A table needs a header or a row, and a column.")];
  const count = columns * (rows.length + 1);
  const problems = [
    ...(rows.length > maxRows ? [tooMuch("rows", `${maxRows} rows`)] : []),
    ...(columns > maxColumns
      ? [tooMuch(header.length > 0 ? "header" : "rows.0", `${maxColumns} columns`)]
      : []),
    ...(count > maxCells ? [tooMuch("rows", `${maxCells} cells`)] : []),
    ...(align.length > columns ? [invalid("align", `The table has ${columnsInWords(columns)}.`)] : []),
  ];
  // Every cell is counted at most once more.
  if (problems.length > 0) return problems;
  const texts = [caption, ...header, ...rows.flat()];
  const encoder = new TextEncoder();
  const bytes = texts.reduce((sum, text) => sum + encoder.encode(text).length, 0);
  return [
    ...(bytes > maxBytes ? [tooMuch("rows", `${maxBytes / 1_000} KB of text`)] : []),
    ...rows.flatMap((row, index) =>
      row.length === columns
        ? []
        : [
            invalid(
              `rows.${index}`,
              `This row has ${cellsInWords(row.length)}, the table ${columnsInWords(columns)}.`,
            ),
          ],
    ),
  ];
};

const columnsInWords = (count: number): string => `${count} column${count === 1 ? "" : "s"}`;

const cellsInWords = (count: number): string => `${count} cell${count === 1 ? "" : "s"}`;

const invalid = (path: string, message: string): BlockProblem => ({ path, code: "invalid", message });

const tooMuch = (path: string, most: string): BlockProblem => ({
  path,
  code: "max_length",
  message: `A table has at most ${most}.`,
});
