import type { Node } from "prosemirror-model";
import type { NodeView, NodeViewConstructor } from "prosemirror-view";
import { make } from "../../../make.ts";
import {
  blockTools,
  cardOf,
  cardView,
  isOfControl,
  leaveByEscape,
  moveTools,
  type Place,
  setAttributes,
} from "./card.ts";
import type { EditorContext } from "./context.ts";
import { customView } from "./custom-view.ts";
import { galleryView } from "./gallery-view.ts";
import { icon } from "./icons.ts";
import { mediumView } from "./media-views.ts";

/** How the blocks are drawn that are more than text. */
export const nodeViews = (context: EditorContext): Readonly<Record<string, NodeViewConstructor>> => {
  const of =
    (make: (node: Node, place: Place) => NodeView): NodeViewConstructor =>
    (node, view, at) =>
      make(node, { view, at, context });
  return {
    more: of(moreView),
    listing: of(listingView),
    medium: of(mediumView),
    gallery: of(galleryView),
    custom: of(customView),
    kept: of(keptView),
  };
};

const moreView = (_: Node, place: Place): NodeView => {
  const { words } = place.context;
  const label = make("span", { class: "te-label" }, icon("more"), words.more);
  const dom = make(
    "div",
    { class: "te-more", role: "group", "aria-label": words.more },
    label,
    make("div", { class: "te-more-tools" }, ...moveTools(place)),
  );
  dom.contentEditable = "false";
  dom.title = words.moreHelp;
  leaveByEscape(dom, place);
  return { dom, stopEvent: isOfControl, ignoreMutation: () => true };
};

/** Code, with the name of its language. */
const listingView = (node: Node, place: Place): NodeView => {
  const { words } = place.context;
  const input = make("input", {
    ...{ type: "text", class: "te-language", "aria-label": words.language, spellcheck: "false" },
    ...{ autocapitalize: "off", autocomplete: "off", size: "12" },
  });
  input.value = node.attrs.language;
  input.addEventListener("input", () => setAttributes(place, { language: input.value }));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    place.view.focus();
  });
  const bar = make("div", { class: "te-bar", contenteditable: "false" }, input, blockTools(place));
  const code = make("code", { spellcheck: "false" });
  const dom = make("div", { class: "te-listing" }, bar, make("pre", { dir: "ltr" }, code));
  leaveByEscape(dom, place);
  return {
    dom,
    contentDOM: code,
    update: (next) => {
      if (next.type !== node.type) return false;
      if (input.value !== next.attrs.language) input.value = next.attrs.language;
      return true;
    },
    stopEvent: isOfControl,
    ignoreMutation: (mutation) => mutation.type !== "selection" && !code.contains(mutation.target),
  };
};

/** What cannot be edited here is shown as what it is. */
const keptView = (node: Node, place: Place): NodeView => {
  const { words } = place.context;
  const card = cardOf(node, place);
  const draw = ({ attrs }: Node) => {
    const name = attrs.block === null ? words.keptHtml : keptName(attrs.block);
    const title = make("p", { class: "te-title" }, icon("kept"), `${name} · ${words.kept}`);
    const detail = attrs.block === null ? textIn(attrs.html) : JSON.stringify(attrs.block.value);
    const sample = detail.length > 300 ? `${detail.slice(0, 300)} …` : detail;
    card.body.replaceChildren(
      title,
      make("p", { class: "te-sample" }, sample),
      make("p", { class: "te-note" }, words.keptHelp),
    );
  };
  draw(node);
  return cardView(node, card, place, draw);
};

/** The type of a block, or that of which a placeholder stands. */
const keptName = ({ type, value }: { readonly type: string; readonly value: unknown }): string => {
  const stored = (value as { readonly stored_type?: unknown } | null)?.stored_type;
  return type === "unsupported" && typeof stored === "string" ? stored : type;
};

const textIn = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim() || html;
