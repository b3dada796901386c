import { inlineHtml, lineBreak, type Piece, textIsVisible } from "./inline-text.ts";
import type { Block, ListItem } from "./outline.ts";

/** The HTML of `blocks`, without white space between them; an empty paragraph when there are none. */
export function outlineHtml(blocks: readonly Block[]): string {
  return blocks.length === 0 ? "<p></p>" : blocks.map(blockHtml).join("");
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case "line":
      return `<${block.name}${block.key}>${inlineHtml(block.pieces)}</${block.name}>`;
    case "rule":
      return "<hr/>";
    case "list":
      return `<${block.name}${block.start}>${block.items.map(itemHtml).join("")}</${block.name}>`;
    case "quote":
      return `<blockquote${block.key}>${block.content.map(blockHtml).join("")}</blockquote>`;
  }
}

/** Breaks separate the lines of an item; empty lines are left out. Its key may be its first line's. */
function itemHtml({ key, content }: ListItem): string {
  const first = content.find(({ kind }) => kind === "line");
  const itsKey = key || (first?.kind === "line" ? first.key : "");
  let html = "";
  let lines: Piece[] = [];
  for (const block of content) {
    if (block.kind !== "line") {
      html += inlineHtml(lines) + blockHtml(block);
      lines = [];
    } else if (textIsVisible(block.pieces)) {
      if (lines.length > 0) lines.push({ text: lineBreak, wrappings: [] });
      for (const piece of block.pieces) lines.push(piece);
    }
  }
  return `<li${itsKey}>${html}${inlineHtml(lines)}</li>`;
}
