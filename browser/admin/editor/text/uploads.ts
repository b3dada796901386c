import { Plugin, PluginKey, Selection, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { make } from "../../../make.ts";
import { insertBlock } from "./commands.ts";
import type { EditorContext } from "./context.ts";
import { icon } from "./icons.ts";
import { filled } from "./words.ts";

/** Files that are being uploaded have a place in the text, which moves along with it, and are not part of it. */

type Change =
  | { readonly add: { readonly id: object; readonly at: number; readonly name: string } }
  | { readonly remove: object };

const key = new PluginKey<DecorationSet>("uploads");

export const uploads = (words: EditorContext["words"]): Plugin =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, set) => {
        const mapped = set.map(tr.mapping, tr.doc);
        const change = tr.getMeta(key) as Change | undefined;
        if (!change) return mapped;
        if ("remove" in change)
          return mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === change.remove));
        const { id, at, name } = change.add;
        const draw = () => {
          const dom = make("div", { class: "te-card te-uploading", role: "status" });
          dom.contentEditable = "false";
          dom.append(make("p", { class: "te-title" }, icon("image"), filled(words.uploading, { name })));
          return dom;
        };
        return mapped.add(tr.doc, [Decoration.widget(at, draw, { id, side: 1, ignoreSelection: true })]);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });

/** A file and where it was put: after the block at whose end `at` is. */
export interface PlacedFile {
  readonly file: File;
  readonly at: number;
}

/** The place after the block at a position, or at the selection. */
export const placeFor = ({ state }: EditorView, position = state.selection.to): number => {
  const $at = state.doc.resolve(position);
  return $at.depth > 0 ? $at.after(1) : $at.pos;
};

/** Uploads files one after the other; each becomes a block in its place. */
export const uploadFiles = async (
  view: EditorView,
  files: readonly PlacedFile[],
  context: Pick<EditorContext, "upload" | "say" | "words" | "leftOut">,
): Promise<void> => {
  const waiting = files.map((placed) => ({ ...placed, id: {} }));
  for (const { file, at, id } of waiting)
    view.dispatch(view.state.tr.setMeta(key, { add: { id, at, name: file.name } } satisfies Change));
  for (const { file, id } of waiting) {
    const made = await context.upload(file).catch(() => undefined);
    if (view.isDestroyed) return;
    finish(view, id, made);
    if (made) continue;
    const failed = filled(context.words.notUploaded, { name: file.name });
    context.say(failed);
    context.leftOut([failed]);
  }
};

/** Puts the block in the place of an empty line before it, and leaves a line after it in which one can write. */
const finish = (
  view: EditorView,
  id: object,
  made: { readonly kind: string; readonly id: number } | undefined,
): void => {
  const { state } = view;
  const place = key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;
  const tr: Transaction = state.tr.setMeta(key, { remove: id } satisfies Change);
  if (made && place !== undefined) {
    const block = state.schema.nodes.medium!.create({ kind: made.kind, id: made.id });
    const $place = tr.doc.resolve(place);
    const at = $place.depth > 0 ? $place.after(1) : place;
    const before = $place.depth === 0 ? $place.nodeBefore : null;
    const isEmpty = before?.type.name === "paragraph" && before.content.size === 0;
    tr.replaceWith(isEmpty ? at - before.nodeSize : at, at, block);
    const end = tr.mapping.map(at);
    const next = tr.doc.resolve(end).nodeAfter;
    if (!next || next.type.name === "more") tr.insert(end, state.schema.nodes.paragraph!.create());
    // Whoever wrote in the line that is gone goes on below.
    const wasHere = isEmpty && state.selection.$from.parent === before;
    if (wasHere) tr.setSelection(Selection.near(tr.doc.resolve(end), 1));
  }
  view.dispatch(tr);
  renewSelection(view);
};

/**
 * Sets the selection of the page anew. Where the line with the cursor was replaced, Chromium keeps a selection
 * that looks right and takes no letters.
 */
export const renewSelection = (view: EditorView): void => {
  if (!view.hasFocus()) return;
  view.dom.ownerDocument.getSelection()?.removeAllRanges();
  view.focus();
};

/** Puts a chosen media object into the text. */
export const insertMedium = (view: EditorView, kind: string, id: number): void => {
  view.dispatch(insertBlock(view.state.tr, view.state.schema.nodes.medium!.create({ kind, id })));
  view.focus();
};
