import { ruleProblemsIn } from "#lib/blocks/custom-block.ts";
import { readyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import type { TableValue } from "#lib/blocks/ready/table-block.ts";
import { withoutSpecial } from "./elements.ts";
import type { HtmlPlace } from "./html-place.ts";
import {
  elementsIn,
  type HtmlElement,
  type HtmlNode,
  htmlOfNodes,
  isElement,
  textOfNodes,
} from "./html-tree.ts";
import { inlineNodes } from "./inline-nodes.ts";

interface TableRules {
  readonly place: HtmlPlace;
  /** A caption that stands outside of the table. */
  readonly caption?: HtmlElement | undefined;
  /** Gets the pictures and the like in the table. */
  readonly found: HtmlElement[];
  /** Resolves the links of a cell. */
  readonly linked: (element: HtmlElement) => HtmlElement;
}

/**
 * A table of HTML as the value of Lectern's own block. A cell over several rows or columns is the first of
 * them, the others are empty; of several rows of headers, the first is the header. Both are noted. Undefined
 * for what the block cannot say: tables in a table, none or too many cells, and what is for layout only.
 */
export const tableOfHtml = (table: HtmlElement, rules: TableRules): TableValue | undefined => {
  const { place, found, linked } = rules;
  const inner = [...elementsIn(table.children)];
  const [head, body] = isLayout(table) ? [[], []] : rowsByPart(table);
  const grid = gridOf([...head, ...body]);
  const [first] = grid;
  if (!first) return undefined;
  const hasHeader = head.length > 0 || first.every((cell) => cell === undefined || cell.name === "th");
  // A cell on the left that says what its row is about looks so.
  const lineOf = (element: HtmlElement | undefined, isBold = false): string => {
    if (!element) return "";
    const nodes = inlineNodes(withoutSpecial(linked(element), taken).children);
    const html = htmlOfNodes(nodes).trim();
    return isBold && html !== "" ? `<b>${html}</b>` : html;
  };
  const taken: HtmlElement[] = [];
  const align = first.map((_, column) => alignmentIn(grid.map((row) => row[column])));
  const value: TableValue = {
    caption: lineOf(inner.find(({ name }) => name === "caption") ?? rules.caption),
    header: hasHeader ? first.map((cell) => lineOf(cell)) : [],
    align: align.some((each) => each !== "") ? align : [],
    rows: grid.slice(hasHeader ? 1 : 0).map((row) => row.map((cell) => lineOf(cell, cell?.name === "th"))),
  };
  if (ruleProblemsIn(readyBlocks.table.declaration, value).length > 0) return undefined;
  found.push(...taken);
  for (const cell of grid.flat())
    if (cell && (spanOf(cell, "colspan") > 1 || spanOf(cell, "rowspan") > 1))
      place.below(cell.line).note("table_cells", `a cell over several: ${textOfNodes(cell.children)}`);
  for (const row of head.slice(1))
    place.below(row.line).note("table_cells", `a second row of headers: ${textOfNodes(row.children)}`);
  return value;
};

/** True for a table that only sets its cells beside each other, and for one with tables in it. */
export const isLayout = ({ attributes, children }: HtmlElement): boolean =>
  attributes.role === "presentation" || [...elementsIn(children)].some(({ name }) => name === "table");

/** The rows of the head, and those below it; of a foot, they are the last. */
const rowsByPart = ({ children }: HtmlElement): [head: HtmlElement[], body: HtmlElement[]] => {
  const parts: Record<"head" | "body" | "foot", HtmlElement[]> = { head: [], body: [], foot: [] };
  const take = (nodes: readonly HtmlNode[], part: HtmlElement[]): void => {
    for (const node of nodes.filter(isElement))
      if (node.name === "tr") {
        if (cellsOf(node).length > 0) part.push(node);
      } else if (node.name === "thead") take(node.children, parts.head);
      else if (node.name === "tfoot") take(node.children, parts.foot);
      else if (node.name !== "caption") take(node.children, part);
  };
  take(children, parts.body);
  return [parts.head, [...parts.body, ...parts.foot]];
};

const cellsOf = ({ children }: HtmlElement): HtmlElement[] =>
  children.filter(isElement).filter(({ name }) => name === "td" || name === "th");

/** More than a table may have. */
const maxSpan = 100;

const spanOf = ({ attributes }: HtmlElement, name: "colspan" | "rowspan"): number => {
  const span = Number.parseInt(attributes[name] ?? "1", 10);
  return span > 1 ? Math.min(span, maxSpan) : 1;
};

/** The cells by rows and columns; undefined for those that one before them covers, or that are not there. */
const gridOf = (rows: readonly HtmlElement[]): readonly (readonly (HtmlElement | undefined)[])[] => {
  /** How many more rows the cell above covers, for each column. */
  const covered: number[] = [];
  const grid = rows.map((row) => {
    const line: (HtmlElement | undefined)[] = [];
    const skipCovered = () => {
      for (let left = covered[line.length] ?? 0; left > 0; left = covered[line.length] ?? 0) {
        covered[line.length] = left - 1;
        line.push(undefined);
      }
    };
    for (const cell of cellsOf(row)) {
      skipCovered();
      for (let column = 0; column < spanOf(cell, "colspan") && line.length < maxSpan; column++) {
        covered[line.length] = spanOf(cell, "rowspan") - 1;
        line.push(column === 0 ? cell : undefined);
      }
    }
    skipCovered();
    return line;
  });
  const columns = Math.max(0, ...grid.map((row) => row.length));
  return grid.map((row) => Array.from({ length: columns }, (_, column) => row[column]));
};

type Alignment = TableValue["align"][number];

/** What the first cell of a column says, or else all others. */
const alignmentIn = (column: readonly (HtmlElement | undefined)[]): Alignment => {
  const [first, ...others] = column.map(alignmentOf);
  if (first) return first;
  return others.every((each) => each === others[0]) ? (others[0] ?? "") : "";
};

const alignmentOf = (cell: HtmlElement | undefined): Alignment => {
  const { align = "", style = "", class: classes = "" } = cell?.attributes ?? {};
  const said =
    /(?:^|;)\s*text-align:\s*(left|center|right)\b/i.exec(style)?.[1] ??
    /(?:^|\s)has-text-align-(left|center|right)(?:\s|$)/.exec(classes)?.[1] ??
    align;
  const name = said.toLowerCase();
  return name === "left" || name === "center" || name === "right" ? name : "";
};
