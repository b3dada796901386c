import { escapeText } from "#lib/richtext/source/markup.ts";
import type { TextBlock } from "#lib/richtext/source/pieces.ts";
import { stylesOf } from "./styles.ts";

/** True for a table of data; others only arrange what a page has. */
export const isDataTable = (table: HTMLTableElement): boolean => {
  const rows = rowsOf(table);
  return (
    !table.querySelector("table, ul, ol, h1, h2, h3, h4, pre, blockquote") &&
    table.getAttribute("role") !== "presentation" &&
    rows.length > 0 &&
    Math.max(...rows.map(({ cells }) => cells.length)) > 1
  );
};

/** The rows with something in them; spreadsheets add empty ones. */
const rowsOf = (table: HTMLTableElement): readonly HTMLTableRowElement[] =>
  [...table.rows].filter(({ cells }) => cells.length > 0);

const isHeader = (row: HTMLTableRowElement | undefined): boolean =>
  row !== undefined &&
  (row.parentElement?.tagName === "THEAD" || [...row.cells].every(({ tagName }) => tagName === "TH"));

/** The ready block of a table, with plain texts. A cell over several columns is followed by empty ones. */
export const tableBlock = (table: HTMLTableElement): TextBlock => {
  const rows = rowsOf(table);
  const texts = rows.map((row) =>
    [...row.cells].flatMap((cell) => [
      textOf(cell),
      ...Array.from({ length: Math.min(cell.colSpan, 50) - 1 }, () => ""),
    ]),
  );
  const width = Math.max(...texts.map(({ length }) => length));
  const wide = texts.map((row) => [...row, ...Array.from({ length: width - row.length }, () => "")]);
  const [first, ...rest] = wide;
  const header = isHeader(rows[0]) ? first! : [];
  const caption = table.caption ? textOf(table.caption) : "";
  return {
    type: "table",
    value: { caption, header, align: alignmentOf(rows), rows: header.length > 0 ? rest : wide },
  };
};

const textOf = (element: Element): string => {
  const text = (element.textContent ?? "").replace(/\s+/g, " ").trim();
  return text === "" ? "" : `<p>${escapeText(text)}</p>`;
};

/** How the cells of the last row are set, in which numbers stand right. */
const alignmentOf = (rows: readonly HTMLTableRowElement[]): readonly string[] => {
  const aligned = [...(rows.at(-1)?.cells ?? [])].map((cell) => {
    const set = stylesOf(cell).get("text-align") ?? cell.getAttribute("align") ?? "";
    return set === "right" || set === "center" ? set : "";
  });
  return aligned.some((each) => each !== "") ? aligned : [];
};
