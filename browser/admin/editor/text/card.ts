import type { Node } from "prosemirror-model";
import { NodeSelection } from "prosemirror-state";
import type { EditorView, NodeView } from "prosemirror-view";
import { make } from "../../../make.ts";
import type { EditorContext } from "./context.ts";
import { type IconName, icon } from "./icons.ts";
import { move } from "./moves.ts";
import { filled } from "./words.ts";

/** The frame of a block in the text: its name, and buttons to move and to remove it. */

export interface Place {
  readonly view: EditorView;
  readonly at: () => number | undefined;
  readonly context: EditorContext;
}

export const button = (label: string, name: IconName, press: () => void): HTMLButtonElement => {
  const made = make(
    "button",
    { type: "button", class: "te-tool", "aria-label": label, title: label },
    icon(name),
  );
  made.addEventListener("click", press);
  return made;
};

/** Selects the block, so that keys are for it. */
const select = ({ view, at }: Place): boolean => {
  const position = at();
  if (position === undefined) return false;
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
  return true;
};

const moveBlock = (place: Place, by: -1 | 1): void => {
  if (!select(place)) return;
  const { view, context } = place;
  if (!move(by)(view.state, view.dispatch)) return;
  const { doc, selection } = view.state;
  const count = doc.childCount;
  // The block may be drawn anew.
  const label = by === -1 ? context.words.moveUp : context.words.moveDown;
  const moved = view.nodeDOM(selection.from);
  if (moved instanceof HTMLElement && !view.hasFocus())
    moved.querySelector<HTMLElement>(`button[aria-label=${JSON.stringify(label)}]`)?.focus();
  context.say(filled(context.words.moved, { place: selection.$from.index(0) + 1, count }));
};

const removeBlock = (place: Place): void => {
  const { view, context } = place;
  const position = place.at();
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  if (position === undefined || !node) return;
  view.dispatch(view.state.tr.delete(position, position + node.nodeSize).scrollIntoView());
  context.say(filled(context.words.removed, { name: context.nameOf(node) }));
  view.focus();
};

/** Escape in a control of a block goes back to the text, in which the block is selected. */
export const leaveByEscape = (dom: HTMLElement, place: Place): void =>
  dom.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    if (!isOfControl(event) || !select(place)) return;
    event.preventDefault();
    place.view.focus();
  });

/** The tools that every block has. */
export const blockTools = (place: Place, ...own: readonly HTMLElement[]): HTMLElement =>
  make(
    "div",
    { class: "te-block-tools", role: "group" },
    ...own,
    ...moveTools(place),
    button(place.context.words.remove, "remove", () => removeBlock(place)),
  );

export const moveTools = (place: Place): readonly HTMLElement[] => {
  const { words } = place.context;
  return [
    button(words.moveUp, "up", () => moveBlock(place, -1)),
    button(words.moveDown, "down", () => moveBlock(place, 1)),
  ];
};

export interface Card {
  readonly dom: HTMLElement;
  readonly body: HTMLElement;
}

/** A block that is drawn as a whole; what it holds is put into its body. */
export const cardOf = (node: Node, place: Place, ...own: readonly HTMLElement[]): Card => {
  const name = place.context.nameOf(node);
  const body = make("div", { class: "te-body" });
  const dom = make(
    "div",
    { class: `te-card te-${node.type.name}`, role: "group", "aria-label": name, contenteditable: "false" },
    blockTools(place, ...own),
    body,
  );
  return { dom, body };
};

const controls =
  "button, input, textarea, select, audio, video, a, label, summary, [contenteditable=true], [role=textbox][tabindex]";

/** Events in the fields and buttons of a card are theirs, all others the editor's. */
export const isOfControl = (event: Event): boolean =>
  event.target instanceof Element &&
  (event.target.closest(controls)?.closest(".te-card, .te-listing, .te-more") ?? null) !== null;

/** The view of a block that is drawn as a whole. `update` draws another node of the type. */
export const cardView = (node: Node, card: Card, place: Place, update: (node: Node) => void): NodeView => {
  let shown = node;
  leaveByEscape(card.dom, place);
  return {
    dom: card.dom,
    update: (next) => {
      if (next.type !== shown.type) return false;
      if (next !== shown) update(next);
      shown = next;
      return true;
    },
    stopEvent: isOfControl,
    ignoreMutation: () => true,
  };
};

/** Gives the block other attributes, if it is still there. */
export const setAttributes = ({ view, at }: Place, attrs: Readonly<Record<string, unknown>>): void => {
  const position = at();
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  if (position === undefined || !node) return;
  const tr = view.state.tr.setNodeMarkup(position, null, { ...node.attrs, ...attrs });
  if (view.state.selection instanceof NodeSelection && view.state.selection.from === position)
    tr.setSelection(NodeSelection.create(tr.doc, position));
  view.dispatch(tr);
};
