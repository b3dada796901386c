import { Fragment, type Node, type ResolvedPos } from "prosemirror-model";
import {
  AllSelection,
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  Selection,
  TextSelection,
  type Transaction,
} from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

/** Moving of what stands at the top of the text, or of the items of a list, as a whole. */

/** Neighbours in one parent. */
interface Neighbours {
  readonly parent: Node;
  /** Where the content of the parent begins. */
  readonly start: number;
  /** The first one, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

const neighboursAt = ($from: ResolvedPos, $to: ResolvedPos, depth: number): Neighbours => {
  const from = $from.index(depth);
  const to = Math.max(from + 1, $to.index(depth) + ($to.depth > depth ? 1 : 0));
  return { parent: $from.node(depth), start: $from.start(depth), from, to };
};

/** What the selection touches, from the innermost items out to the whole text. */
const touched = ({ selection: { $from, $to } }: EditorState): readonly Neighbours[] => {
  const shared = $from.sharedDepth($to.pos);
  const found: Neighbours[] = [];
  for (let depth = Math.min(shared, $from.depth); depth >= 0; depth--)
    if (depth === 0 || $from.node(depth).type.spec.content === "item+")
      found.push(neighboursAt($from, $to, depth));
  return found;
};

const offsetOf = (parent: Node, index: number): number => {
  let offset = 0;
  for (let at = 0; at < index; at++) offset += parent.child(at).nodeSize;
  return offset;
};

/** Exchanges the neighbours `from` … `middle` with `middle` … `to`, in one step, so that no rule is broken meanwhile. */
const exchange = (
  tr: Transaction,
  { parent, start }: Neighbours,
  from: number,
  middle: number,
  to: number,
): boolean => {
  const nodes = parent.children;
  const order = [...nodes.slice(middle, to), ...nodes.slice(from, middle)];
  const changed = Fragment.fromArray([...nodes.slice(0, from), ...order, ...nodes.slice(to)]);
  if (!parent.type.validContent(changed)) return false;
  tr.replaceWith(start + offsetOf(parent, from), start + offsetOf(parent, to), order);
  return true;
};

/** The selection as it was, `shift` further on. */
const shifted = (doc: Node, selection: Selection, shift: number): Selection => {
  if (selection instanceof NodeSelection) return NodeSelection.create(doc, selection.from + shift);
  if (selection instanceof AllSelection) return new AllSelection(doc);
  if (selection instanceof TextSelection)
    return TextSelection.create(doc, selection.anchor + shift, selection.head + shift);
  return Selection.near(doc.resolve(selection.from + shift));
};

/** Moves what is selected before what stands before it (-1), or after what follows it (1). */
export const move =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    for (const place of touched(state)) {
      const { parent, from, to } = place;
      const neighbour = by === -1 ? from - 1 : to;
      if (neighbour < 0 || neighbour >= parent.childCount) continue;
      const tr = state.tr;
      const done =
        by === -1 ? exchange(tr, place, from - 1, from, to) : exchange(tr, place, from, to, to + 1);
      if (!done) continue;
      const shift = parent.child(neighbour).nodeSize * by;
      dispatch?.(tr.setSelection(shifted(tr.doc, state.selection, shift)).scrollIntoView());
      return true;
    }
    return false;
  };

/** Moves a node of the top to before the one that stands at `index`. */
export const moveTo = (state: EditorState, at: number, index: number): Transaction | undefined => {
  const from = state.doc.resolve(at).index(0);
  const place: Neighbours = { parent: state.doc, start: 0, from, to: from + 1 };
  const tr = state.tr;
  const size = state.doc.child(from).nodeSize;
  if (index === from || index === from + 1) return undefined;
  const done =
    index < from ? exchange(tr, place, index, from, from + 1) : exchange(tr, place, from, from + 1, index);
  if (!done) return undefined;
  const target = offsetOf(state.doc, index) - (index > from ? size : 0);
  const node = tr.doc.nodeAt(target);
  return node && NodeSelection.isSelectable(node)
    ? tr.setSelection(NodeSelection.create(tr.doc, target))
    : tr;
};

/** The place among the blocks of the top that is nearest to a point. */
const indexAt = (view: EditorView, { clientX: left, clientY: top }: MouseEvent): number | undefined => {
  const found = view.posAtCoords({ left, top });
  if (!found) return undefined;
  const $place = view.state.doc.resolve(found.inside >= 0 ? found.inside : found.pos);
  const index = $place.index(0);
  const dom = view.nodeDOM(offsetOf(view.state.doc, index));
  if (!(dom instanceof HTMLElement)) return index;
  const { top: start, height } = dom.getBoundingClientRect();
  return top > start + height / 2 ? index + 1 : index;
};

/** Blocks that are dragged are moved as by keys, so that the mark is there once at every moment. */
export const draggedBlocks = new Plugin({
  props: {
    handleDOMEvents: {
      drop: (view, event) => {
        const { node: dragged, move: isMoved } = (view.dragging ?? {}) as Dragged;
        if (!isMoved || !dragged || dragged.$from.depth > 0) return false;
        const index = indexAt(view, event);
        const tr = index === undefined ? undefined : moveTo(view.state, dragged.from, index);
        event.preventDefault();
        if (tr) view.dispatch(tr.scrollIntoView());
        view.dragging = null;
        return true;
      },
    },
  },
});

/** What is dragged, as the library notes it. */
interface Dragged {
  readonly node?: NodeSelection;
  readonly move?: boolean;
}
