import type { TableValue } from "#lib/blocks/ready/table-block.ts";
import { withoutSpecial } from "./elements.ts";
import { elementsIn, type HtmlElement, htmlOfNodes, isElement } from "./html-tree.ts";

/**
 * A table of HTML as the value of Lectern's own block; undefined for one that it cannot say: with cells over
 * several rows or columns, with a table in it, or with two rows of headers. `found` gets the pictures in it,
 * and `linked` resolves the links of a cell.
 */
export const tableOfHtml = (
  table: HtmlElement,
  found: HtmlElement[],
  linked: (element: HtmlElement) => HtmlElement,
): TableValue | undefined => {
  const inner = [...elementsIn(table.children)];
  const isPlain = inner.every(
    ({ name, attributes: { colspan = "1", rowspan = "1" } }) =>
      name !== "table" && colspan === "1" && rowspan === "1",
  );
  const rows = inner.filter(({ name }) => name === "tr").map(cellsOf);
  const columns = Math.max(0, ...rows.map((cells) => cells.length));
  const [first] = rows;
  if (!isPlain || !first || columns === 0 || headRows(table) > 1) return undefined;
  const lineOf = (element: HtmlElement | undefined): string =>
    element ? htmlOfNodes(withoutSpecial(linked(element), found).children).trim() : "";
  const line = (cells: readonly HtmlElement[]) =>
    Array.from({ length: columns }, (_, index) => lineOf(cells[index]));
  const hasHeader = headRows(table) === 1 || first.every(({ name }) => name === "th");
  const align = Array.from({ length: columns }, (_, index) => alignmentOf(first[index]));
  const caption = inner.find(({ name }) => name === "caption");
  return {
    caption: lineOf(caption),
    header: hasHeader ? line(first) : [],
    align: align.some((each) => each !== "") ? align : [],
    rows: rows.slice(hasHeader ? 1 : 0).map(line),
  };
};

const cellsOf = ({ children }: HtmlElement): HtmlElement[] =>
  children.filter(isElement).filter(({ name }) => name === "td" || name === "th");

const headRows = ({ children }: HtmlElement): number =>
  children
    .filter(isElement)
    .filter(({ name }) => name === "thead")
    .flatMap((head) => head.children.filter(isElement)).length;

const alignmentOf = (cell: HtmlElement | undefined): TableValue["align"][number] => {
  const { align = "", style = "" } = cell?.attributes ?? {};
  const said = /(?:^|;)\s*text-align:\s*(left|center|right)\b/i.exec(style)?.[1] ?? align;
  const name = said.toLowerCase();
  return name === "left" || name === "center" || name === "right" ? name : "";
};
