import type { Token, Tokens } from "marked";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import type { CustomBlock } from "#lib/blocks/custom-block.ts";
import { readyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import type { TableValue } from "#lib/blocks/ready/table-block.ts";
import { resolveReferences } from "#lib/richtext/character-references.ts";
import { htmlFromTokens } from "#lib/richtext/markdown-html.ts";
import type { PlacedToken } from "./html-tokens.ts";
import { markupToken, textToken } from "./token-children.ts";

/** Makes a token of a table one of lines of text, for sites that have no block for it. */
export const becomeLines = (table: Tokens.Table): void => {
  const lines = tableLines(table);
  for (const name of Object.keys(table)) delete (table as Tokens.Generic)[name];
  Object.assign(table, lines);
};

const tableLines = ({ raw, header, rows }: Tokens.Table): Token => {
  const line = (cells: readonly Tokens.TableCell[], [start, end]: readonly [string, string]): Token[] =>
    cells.flatMap(({ tokens }, index) => [
      ...(index === 0 ? [] : [textToken(" | ")]),
      markupToken(start),
      ...tokens,
      markupToken(end),
    ]);
  const tokens = [
    ...line(header, ["<b>", "</b>"]),
    ...rows.flatMap((cells, row) => [
      // The line below the first says how columns are aligned.
      { type: "br", raw: row === 0 ? "\n\n" : "\n" } as Token,
      ...line(cells, ["", ""]),
    ]),
  ];
  return { type: "paragraph", raw, text: "", tokens };
};

/** The text of the first row, by which people find a table. */
export const headerText = ({ header }: Tokens.Table): string =>
  header
    .map(({ text }) => text)
    .join(" | ")
    .slice(0, 80);

/** Tells of the cells of a table that stand beyond its columns: Markdown leaves them out. */
export const lostCells = (token: Token, line: number): LineProblem[] => {
  if (token.type !== "table") return [];
  const { header, raw } = token as Tokens.Table;
  return raw.split("\n").flatMap((row, index) => {
    const cells = row.trim().replace(/^\||(?<!\\)\|$/g, "");
    const others = cells.split(/(?<!\\)\|/).slice(header.length);
    const text = others.map((cell) => cell.trim()).join(" | ");
    return index > 1 && /[^\s|]/.test(text)
      ? [{ line: line + index, message: `Text beyond the columns of a table is not kept: ${text}` }]
      : [];
  });
};

type LineHtml = (tokens: readonly Token[], line: number) => string;

/** The value of Lectern's own block for a table, its lines of text by `lineHtml`. */
export const readyTable = (
  { table, line, caption }: { table: Tokens.Table; line: number; caption?: PlacedToken | undefined },
  lineHtml: LineHtml,
): TableValue => {
  const { header, align, rows } = table;
  const hasHeader = rows.length === 0 || header.some(({ tokens }) => tokens.length > 0);
  const cells = (row: readonly Tokens.TableCell[], at: number) =>
    row.map(({ tokens }) => lineHtml(tokens, at));
  return {
    caption: caption ? lineHtml((caption.token as Tokens.Paragraph).tokens, caption.line) : "",
    header: hasHeader ? cells(header, line) : [],
    align: align.some((each) => each !== null) ? align.map((each) => each ?? "") : [],
    rows: rows.map((row, index) => cells(row, line + 2 + index)),
  };
};

export const isReadyTable = (block: CustomBlock | undefined): boolean =>
  block === readyBlocks.table.declaration;

/**
 * Tables with the captions below them, paragraphs that begin with `Table: ` or `: `, if `block` is Lectern's
 * for tables.
 */
export const withCaptions = (
  placed: readonly PlacedToken[],
  block: CustomBlock | undefined,
): readonly PlacedToken[] => {
  if (!isReadyTable(block)) return placed;
  const taken = new Set<PlacedToken>();
  const captioned = placed.map((table, index): PlacedToken => {
    if (table.token.type !== "table") return table;
    const next = placed[placed[index + 1]?.token.type === "space" ? index + 2 : index + 1];
    const token = next && captionIn(next.token);
    if (!token) return table;
    taken.add(next);
    return { ...table, caption: { token, line: next.line } };
  });
  return captioned.filter((each) => !taken.has(each));
};

const captionStart = /^(?:Table)?: +/;

const captionIn = (token: Token): Tokens.Paragraph | undefined => {
  if (token.type !== "paragraph") return undefined;
  const [first, ...others] = token.tokens ?? [];
  const [start] = (first?.type === "text" && captionStart.exec(first.raw)) || [];
  if (!first || start === undefined) return undefined;
  const raw = first.raw.slice(start.length);
  const text = raw === "" ? [] : [{ ...first, raw, text: raw } as Token];
  return { ...token, tokens: [...text, ...others] } as Tokens.Paragraph;
};

/** The line of a member of a table's value; the line below the header says how columns are aligned. */
export const lineInTable = (line: number, [, member, row]: readonly string[]): number =>
  member === "rows" && row !== undefined ? line + 2 + Number(row) : line;

/**
 * The value of a site's block `table` for a table; undefined if the block is of another shape. It is a list
 * of rows, which are lists of texts, or has such `rows`, and perhaps the first row apart as `header`.
 */
export const tableValue = (block: CustomBlock | undefined, { header, rows }: Tokens.Table): unknown => {
  if (block?.type === "list") {
    const write = rowWriter(block.item);
    return write && [header, ...rows].map(write);
  }
  if (block?.type !== "struct") return undefined;
  const { rows: rowsField, header: headerField, ...others } = Object.fromEntries(block.fields);
  const writeRow = rowsField?.type === "list" ? rowWriter(rowsField.item) : undefined;
  const writeHeader = rowWriter(headerField);
  if (!writeRow || (headerField && !writeHeader)) return undefined;
  if (Object.values(others).some(({ required }) => required)) return undefined;
  return writeHeader
    ? { header: writeHeader(header), rows: rows.map(writeRow) }
    : { rows: [header, ...rows].map(writeRow) };
};

const rowWriter = (row: CustomBlock | undefined) => {
  const cell = row?.type === "list" ? row.item.type : undefined;
  if (cell === "richtext")
    return (cells: readonly Tokens.TableCell[]) =>
      cells.map(({ tokens }) => `<p>${htmlFromTokens(tokens.map(withMarkup))}</p>`);
  if (cell === "char" || cell === "text")
    return (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => plainTextOf(tokens));
  return undefined;
};

/** Raw HTML in a cell is markup, which the sanitizer checks. */
const withMarkup = (token: Token): Token => {
  if (token.type === "html") return markupToken(token.raw);
  return "tokens" in token && token.tokens ? { ...token, tokens: token.tokens.map(withMarkup) } : token;
};

const plainTextOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if ("tokens" in token && token.tokens) return plainTextOf(token.tokens);
      if (token.type === "text") return resolveReferences(token.raw);
      if (token.type === "codespan" || token.type === "escape") return token.text;
      return token.type === "delimiterRun"
        ? token.raw.slice(0, token.remaining)
        : token.type === "br"
          ? " "
          : "";
    })
    .join("");
