import { NodeSelection, Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { make } from "../../../make.ts";
import { isBlockMenuOpen } from "./block-menu.ts";

const controls =
  ":is(.te-card, .te-listing, .te-more) :is(button, input, select, textarea, audio, video, [role=textbox])";

/** The controls of blocks around the cursor: the last one before it, and the first one after it, or in what is selected. */
const controlFrom = (view: EditorView, isBack: boolean): HTMLElement | undefined => {
  const { selection } = view.state;
  const isBlock = selection instanceof NodeSelection && selection.node.isBlock;
  const place = isBlock ? view.nodeDOM(selection.from) : view.domAtPos(selection.head).node;
  if (!place) return undefined;
  const all = [...view.dom.querySelectorAll<HTMLElement>(controls)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(":disabled") && each.checkVisibility(),
  );
  const stands = (each: Node, where: number) => (place.compareDocumentPosition(each) & where) !== 0;
  return isBack
    ? all.findLast((each) => stands(each, Node.DOCUMENT_POSITION_PRECEDING))
    : all.find((each) => stands(each, Node.DOCUMENT_POSITION_FOLLOWING));
};

const isPlain = ({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => !(ctrlKey || altKey || metaKey);

/**
 * How one leaves the text by keys. Tab goes to the controls of the blocks, from where the cursor is. In lists it
 * indents, and there may be many blocks: after Escape, Tab goes to what stands behind the text, or before it.
 */
export const leaving = (): Plugin => {
  let isLeaving = false;
  const end = make("span", { tabindex: "-1" });
  return new Plugin({
    view: (view) => {
      view.dom.after(end);
      return { destroy: () => end.remove() };
    },
    props: {
      handleDOMEvents: {
        keydown: (view, event) => {
          if (event.key === "Shift" || event.target !== view.dom) return false;
          const leaves = isLeaving && event.key === "Tab" && isPlain(event);
          isLeaving = event.key === "Escape" && isPlain(event) && !isBlockMenuOpen(view.state);
          // The browser goes on from there.
          if (leaves && !event.shiftKey) end.focus();
          return leaves;
        },
        blur: () => {
          isLeaving = false;
          return false;
        },
      },
      handleKeyDown: (view, event) => {
        if (event.key !== "Tab" || !isPlain(event)) return false;
        const next = controlFrom(view, event.shiftKey);
        if (next) next.focus();
        else if (!event.shiftKey) end.focus();
        return next !== undefined;
      },
    },
  });
};

/** In a field, Escape is for what the field is part of: the library would take it, and do nothing with it. */
export const escapeForOthers = new Plugin({
  props: { handleDOMEvents: { keydown: (_, { key }) => key === "Escape" } },
});
