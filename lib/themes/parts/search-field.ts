import { type Element, h } from "#lib/themes/element.ts";

/** The field for the words of a search. The script of suggestions puts titles below it. */
export const searchField = (value: string): Element =>
  h(
    "div",
    { class: "words" },
    h("label", { for: "search" }, h("span", null, "Search")),
    h("input", { type: "search", id: "search", name: "search", value, maxlength: 500 }),
  );
