import { columnsOf, type TableValue } from "#lib/blocks/ready/table-block.ts";
import { readableText } from "#lib/richtext/plain-text.ts";
import { type Element, h, withHtml } from "#lib/themes/element.ts";
import { lineHtml } from "#lib/themes/parts/text.ts";
import type { Reading } from "#lib/themes/theme.ts";

/** A table in a part of the page that scrolls, by keyboard too, so that the page itself does not. */
export const tableElement = (table: TableValue, reading: Reading): Element => {
  const { caption, header, align, rows } = table;
  const columns = Array.from({ length: columnsOf(table) }, (_, index) => align[index] ?? "");
  const cell = (name: "td" | "th", text: string, index: number): Element => {
    const alignment = columns[index];
    const attributes = { class: alignment ? `align-${alignment}` : undefined };
    // A header cell without words would head its column with nothing.
    return name === "th" && text !== ""
      ? withHtml("th", { scope: "col", ...attributes }, lineHtml(text, reading))
      : withHtml("td", attributes, lineHtml(text, reading));
  };
  const row = (name: "td" | "th", texts: readonly string[]): Element =>
    h(
      "tr",
      null,
      columns.map((_, index) => cell(name, texts[index] ?? "", index)),
    );
  return h(
    "div",
    { class: "table", tabindex: 0, role: "group", "aria-label": readableText(caption) || undefined },
    h(
      "table",
      null,
      caption !== "" && withHtml("caption", null, lineHtml(caption, reading)),
      header.length > 0 && h("thead", null, row("th", header)),
      rows.length > 0 &&
        h(
          "tbody",
          null,
          rows.map((texts) => row("td", texts)),
        ),
    ),
  );
};
