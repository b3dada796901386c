import type { Node } from "prosemirror-model";
import type { NodeView } from "prosemirror-view";
import { make } from "../../../make.ts";
import { button, cardOf, cardView, type Place, setAttributes } from "./card.ts";
import type { EditorContext, MediumKind, ShownMedium } from "./context.ts";
import { icon } from "./icons.ts";

/** Draws a media object into an element, as soon as it is known what it is. */
export const showMedium = (
  element: HTMLElement,
  kind: MediumKind,
  id: number,
  { media, words }: Pick<EditorContext, "media" | "words">,
): void => {
  const token = `${kind} ${id}`;
  if (element.dataset.shown === token) return;
  element.dataset.shown = token;
  element.replaceChildren(make("p", { class: "te-note" }, words.loading));
  const show = (shown: ShownMedium | undefined) => {
    if (element.dataset.shown !== token) return;
    element.replaceChildren(...(shown ? drawn(kind, shown, words) : [gone(words)]));
  };
  media(kind, id).then(show, () => show(undefined));
};

const gone = (words: EditorContext["words"]): HTMLElement =>
  make("p", { class: "te-note te-gone" }, icon("kept"), words.gone);

const drawn = (
  kind: MediumKind,
  { url, title, alt }: ShownMedium,
  words: EditorContext["words"],
): HTMLElement[] => {
  if (kind === "image") {
    const picture = make("img", { src: url, alt, draggable: "false", loading: "lazy", decoding: "async" });
    const note =
      alt === ""
        ? make("p", { class: "te-note te-warns" }, words.withoutAlt)
        : // Screen readers say it with the picture.
          make("p", { class: "te-note", "aria-hidden": "true" }, alt);
    return [picture, note];
  }
  const player = make(kind, { src: url, controls: "", preload: "none", "aria-label": title });
  return [make("p", { class: "te-title" }, icon(kind), title), player];
};

/** A picture, an audio or a video. */
export const mediumView = (node: Node, place: Place): NodeView => {
  const { context } = place;
  const { kind } = node.attrs as { kind: MediumKind };
  const choose = async () => {
    const chosen = await context.pick(kind);
    if (chosen) setAttributes(place, { id: chosen.id });
  };
  const card = cardOf(node, place, button(context.words.choose, "choose", choose));
  card.dom.classList.add(`te-${kind}`);
  const draw = ({ attrs }: Node) => showMedium(card.body, attrs.kind, attrs.id, context);
  draw(node);
  const view = cardView(node, card, place, draw);
  return { ...view, update: (next, ...rest) => next.attrs.kind === kind && view.update!(next, ...rest) };
};
