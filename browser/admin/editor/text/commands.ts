import {
  chainCommands,
  createParagraphNear,
  exitCode,
  joinBackward,
  lift,
  liftEmptyBlock,
  newlineInCode,
  selectNodeBackward,
  setBlockType,
  splitBlockAs,
  toggleMark,
  wrapIn,
} from "prosemirror-commands";
import type { MarkType, Node, NodeType } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
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

/** The selection from its first word to its last: everything together is selected from outside of its lines. */
export const inText = (selection: Selection): Selection =>
  selection instanceof AllSelection ? TextSelection.between(selection.$from, selection.$to) : selection;

/** True if all of the selection has the mark, or what is typed next would have it. */
export const hasMark = (state: EditorState, type: MarkType): boolean => {
  const { empty, from, to, $from } = state.selection;
  return empty
    ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
    : state.doc.rangeHasMark(from, to, type);
};

export const toggle = (type: MarkType): Command => toggleMark(type, null, { removeWhenPresent: false });

/** The innermost node around the selection that is of one of the types. */
export const around = (state: EditorState, ...types: readonly (NodeType | undefined)[]): Node | undefined => {
  const { $from } = inText(state.selection);
  for (let depth = $from.depth; depth >= 0; depth--)
    if (types.includes($from.node(depth).type)) return $from.node(depth);
  return undefined;
};

export const isLine = (state: EditorState, type: NodeType, level?: number): boolean => {
  const { $from, to } = inText(state.selection);
  const { parent } = $from;
  return to <= $from.end() && parent.type === type && (level === undefined || parent.attrs.level === level);
};

/** Makes lines headings, or text again if they are that. */
export const toggleHeading =
  (level: number): Command =>
  (state, dispatch) => {
    const { heading, paragraph } = state.schema.nodes;
    if (!heading || !paragraph) return false;
    if (isLine(state, heading, level)) return setBlockType(paragraph)(state, dispatch);
    return setBlockType(heading, { level })(state, dispatch);
  };

/** Makes a list of lines, another kind of list, or lines again. */
export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const { item, bullet_list, ordered_list } = state.schema.nodes;
    const list = around(state, bullet_list, ordered_list);
    if (!list || !item) return wrapInList(type)(state, dispatch);
    if (list.type === type) return liftListItem(item)(state, dispatch);
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth--)
      if ($from.node(depth) === list) dispatch?.(state.tr.setNodeMarkup($from.before(depth), type));
    return true;
  };

export const toggleQuote: Command = (state, dispatch) => {
  const { quote } = state.schema.nodes;
  if (!quote) return false;
  if (!around(state, quote)) return wrapIn(quote)(state, dispatch);
  return lift(state, dispatch);
};

/** The rest of a line that is divided is a line of its own, without what names the first. */
const splitLine = splitBlockAs(({ type, attrs }, atEnd) =>
  atEnd ? null : { type, attrs: { ...attrs, key: "", begins: false } },
);

/** Leaves code after two empty lines at its end. */
const leaveCode: Command = (state, dispatch) => {
  const { $head, empty } = state.selection;
  const { parent } = $head;
  if (!empty || !parent.type.spec.code || $head.parentOffset !== parent.content.size) return false;
  if (!parent.textContent.endsWith("\n\n") && parent.textContent !== "\n") return false;
  if (!dispatch) return true;
  const lines = parent.textContent.length - parent.textContent.trimEnd().length;
  const tr = state.tr.delete($head.pos - lines, $head.pos);
  const after = tr.selection.$head.after();
  tr.insert(after, state.schema.nodes.paragraph!.create());
  dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
};

/** Begins code where a line is its fence. */
const openListing: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { listing, paragraph } = state.schema.nodes;
  const fence = /^(?:```|~~~)([\w+#.-]*)$/.exec($from.parent.textContent);
  if (!fence || !empty || !listing || $from.depth !== 1 || $from.parent.type !== paragraph) return false;
  const tr = state.tr.delete($from.start(), $from.end());
  dispatch?.(insertBlock(tr, listing.create({ language: fence[1] || "text" })));
  return true;
};

export const enter = (item: NodeType | undefined): Command =>
  chainCommands(
    leaveCode,
    openListing,
    newlineInCode,
    ...(item ? [splitListItem(item, { key: "" })] : []),
    createParagraphNear,
    liftEmptyBlock,
    splitLine,
  );

export const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  const { $from } = state.selection;
  if (!$from.parent.inlineContent || $from.parent.type.spec.code) return false;
  dispatch?.(state.tr.replaceSelectionWith(state.schema.nodes.break!.create(), true).scrollIntoView());
  return true;
});

/** At the beginning of a heading, or of code without text, goes back to text. */
const plainLine: Command = (state, dispatch) => {
  const { $cursor } = state.selection as TextSelection;
  const { paragraph } = state.schema.nodes;
  if (!$cursor || $cursor.parentOffset > 0 || !paragraph) return false;
  const { parent } = $cursor;
  if (parent.type.name !== "heading" && !(parent.type.spec.code && parent.content.size === 0)) return false;
  return setBlockType(paragraph)(state, dispatch);
};

/** Before the mark, and after it, lines stay apart: the mark is selected, and stays when it is deleted. */
const keepMore: Command = ({ selection }) =>
  selection instanceof NodeSelection && selection.node.type.name === "more";

export const backspace = chainCommands(keepMore, plainLine, joinBackward, selectNodeBackward);

export const deleteForward: Command = keepMore;

/** Goes to an end of the text, also if it is a block: browsers would go to the text nearest to it. */
export const toEdge =
  (edge: "atStart" | "atEnd"): Command =>
  ({ doc, tr }, dispatch) => {
    dispatch?.(tr.setSelection(Selection[edge](doc)).scrollIntoView());
    return true;
  };

export const indent = (item: NodeType): Command => sinkListItem(item);

export const outdent = (item: NodeType): Command => liftListItem(item);

/** Puts a block at the selection: in the place of an empty line, or after the line. */
export const insertBlock = (tr: Transaction, node: Node): Transaction => {
  const { $from, $to } = tr.selection;
  const line = $from.depth > 0 ? $from.node(1) : undefined;
  const isEmptyLine = line?.type.name === "paragraph" && line.content.size === 0;
  const at = isEmptyLine ? $from.before(1) : $to.depth > 0 ? $to.after(1) : $to.pos;
  if (isEmptyLine) tr.replaceWith(at, $from.after(1), node);
  else tr.insert(at, node);
  const end = at + node.nodeSize;
  const next = tr.doc.resolve(end).nodeAfter;
  if (!node.isTextblock && (!next || next.type.name === "more" || !next.isTextblock))
    tr.insert(end, tr.doc.type.schema.nodes.paragraph!.create());
  const selection = node.isTextblock
    ? TextSelection.create(tr.doc, at + 1)
    : node.isAtom && node.type.name !== "rule"
      ? NodeSelection.create(tr.doc, at)
      : Selection.near(tr.doc.resolve(end));
  return tr.setSelection(selection).scrollIntoView();
};

/** Text that is typed while a block is selected stands after it, in place of nothing. */
export const typeAfterBlock = new Plugin({
  props: {
    handleTextInput: (view, _from, _to, text) => {
      const { selection, schema, tr } = view.state;
      if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false;
      const at = selection.to;
      const next = tr.doc.resolve(at).nodeAfter;
      if (next?.type.name !== "paragraph" || next.content.size > 0)
        tr.insert(at, schema.nodes.paragraph!.create());
      tr.insertText(text, at + 1);
      view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1 + text.length)).scrollIntoView());
      return true;
    },
  },
});

/** A press below the last block, if that is no line of text, begins a line. */
export const writeBelow = new Plugin({
  props: {
    handleDOMEvents: {
      mousedown: (view, event) => {
        const last = view.dom.lastElementChild;
        const { doc, schema, tr } = view.state;
        if (event.target !== view.dom || !last || doc.lastChild?.type.name === "paragraph") return false;
        if (event.clientY <= last.getBoundingClientRect().bottom) return false;
        event.preventDefault();
        tr.insert(doc.content.size, schema.nodes.paragraph!.create());
        view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView());
        view.focus();
        return true;
      },
    },
  },
});
