import type { Node } from "prosemirror-model";
import type { NodeView } from "prosemirror-view";
import { make } from "../../../make.ts";
import { button, cardOf, cardView, type Place, setAttributes } from "./card.ts";
import { showMedium } from "./media-views.ts";
import type { GalleryEntry } from "./texts.ts";
import { filled } from "./words.ts";

/** Pictures in order, each with what is written below it. */
export const galleryView = (node: Node, place: Place): NodeView => {
  const { context } = place;
  const { words } = context;
  let entries: readonly GalleryEntry[] = node.attrs.entries;
  let dragged = -1;

  const put = (next: readonly GalleryEntry[]) => setAttributes(place, { entries: next });

  const add = async () => {
    const chosen = await context.pick("image");
    if (chosen) put([...entries, { id: chosen.id }]);
  };

  const reorder = (from: number, to: number) => {
    if (to < 0 || to >= entries.length || from === to) return;
    const next = [...entries];
    next.splice(to, 0, ...next.splice(from, 1));
    put(next);
    context.say(filled(words.moved, { place: to + 1, count: entries.length }));
    list.children[to]?.querySelector<HTMLElement>("input")?.focus();
  };

  const takeOut = (index: number) => {
    put(entries.filter((_, at) => at !== index));
    const next = list.children[Math.min(index, list.children.length - 1)];
    (next?.querySelector<HTMLElement>("input") ?? card.dom.querySelector<HTMLElement>("button"))?.focus();
  };

  const list = make("ol", { class: "te-pictures" });
  const card = cardOf(node, place, button(words.addPictures, "insert", add));
  card.body.append(list);

  const itemOf = (): HTMLElement => {
    const picture = make("div", { class: "te-picture" });
    const caption = make("input", {
      type: "text",
      maxlength: "250",
      placeholder: words.caption,
      dir: "auto",
    });
    const tools = make(
      "div",
      { class: "te-picture-tools" },
      button(words.moveBack, "back", () => reorder(index(), index() - 1)),
      button(words.moveOn, "on", () => reorder(index(), index() + 1)),
      button(words.remove, "remove", () => takeOut(index())),
    );
    const item = make("li", { draggable: "true" }, picture, tools, caption);
    const index = () => [...list.children].indexOf(item);
    caption.addEventListener("input", () => {
      const at = index();
      put(entries.map((entry, each) => (each === at ? withCaption(entry, caption.value) : entry)));
    });
    item.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (!event.altKey || by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      reorder(index(), index() + by);
    });
    item.addEventListener("dragstart", (event) => {
      dragged = index();
      event.dataTransfer?.setData("text/plain", caption.value);
      event.stopPropagation();
    });
    item.addEventListener("dragover", (event) => {
      if (dragged < 0) return;
      event.preventDefault();
      event.stopPropagation();
    });
    item.addEventListener("drop", (event) => {
      if (dragged < 0) return;
      event.preventDefault();
      event.stopPropagation();
      reorder(dragged, index());
    });
    item.addEventListener("dragend", () => {
      dragged = -1;
    });
    return item;
  };

  const draw = ({ attrs }: Node) => {
    entries = attrs.entries;
    while (list.children.length > entries.length) list.lastElementChild?.remove();
    while (list.children.length < entries.length) list.append(itemOf());
    for (const [index, { id, caption = "" }] of entries.entries()) {
      const item = list.children[index]!;
      const input = item.querySelector("input")!;
      if (input.value !== caption) input.value = caption;
      const name = filled(words.picture, { number: index + 1, count: entries.length });
      input.setAttribute("aria-label", `${words.caption}: ${name}`);
      showMedium(item.querySelector<HTMLElement>(".te-picture")!, "image", id, context);
    }
  };
  draw(node);
  const view = cardView(node, card, place, draw);
  return { ...view, stopEvent: (event) => dragged >= 0 || isInList(list, event) || view.stopEvent!(event) };
};

const isInList = (list: HTMLElement, event: Event): boolean =>
  event.type.startsWith("drag") && event.target instanceof Element && list.contains(event.target);

/** A caption that was there stays, also an empty one. */
const withCaption = ({ id, caption: before }: GalleryEntry, caption: string): GalleryEntry =>
  caption === "" && before === undefined ? { id } : { id, caption };
