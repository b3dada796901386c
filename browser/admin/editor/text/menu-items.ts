import type { Schema } from "prosemirror-model";
import { Selection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { byBlock, type MenuItem, richItems } from "./block-menu.ts";
import type { EditorContext, MediumKind } from "./context.ts";
import { emptyValue } from "./form-values.ts";
import { moveTo } from "./moves.ts";
import { headingLevels } from "./schema.ts";
import { insertMedium } from "./uploads.ts";
import { filled } from "./words.ts";

/** All that the list of blocks offers. */
export const menuItems = (schema: Schema, context: EditorContext): readonly MenuItem[] => {
  const { words, features, blocks } = context;
  const headings = headingLevels(features).map((level) => ({
    level,
    label: filled(words.heading, { level }),
  }));
  const media = (["image", "audio", "video"] as const).map(
    (kind): MenuItem => ({
      label: words[kind],
      words: kind,
      icon: kind,
      run: (view) => pickMedium(view, kind, context),
    }),
  );
  return [
    ...media.slice(0, 1),
    {
      label: words.gallery,
      words: "gallery images",
      icon: "gallery",
      run: (view) => pickGallery(view, context),
    },
    ...richItems(schema, headings, words),
    {
      label: words.listing,
      words: "code ```",
      icon: "listing",
      run: byBlock(() => schema.nodes.listing!.create()),
    },
    ...media.slice(1),
    ...blocks
      .filter(({ type }) => !builtIn.has(type))
      .map(
        ({ type, label, fields }): MenuItem => ({
          ...{ label, words: type, icon: "custom" },
          run: byBlock(() => schema.nodes.custom!.create({ type, value: emptyValue(fields) })),
        }),
      ),
    { label: words.moreHere, words: "more read", icon: "more", run: moveMoreHere },
  ];
};

const builtIn = new Set(["paragraph", "code", "image", "audio", "video", "gallery", "unsupported"]);

const pickMedium = async (view: EditorView, kind: MediumKind, { pick }: EditorContext): Promise<void> => {
  const chosen = await pick(kind);
  if (chosen && !view.isDestroyed) insertMedium(view, kind, chosen.id);
  else view.focus();
};

const pickGallery = async (view: EditorView, { pick }: EditorContext): Promise<void> => {
  const chosen = await pick("image");
  if (!chosen || view.isDestroyed) return;
  byBlock(() => view.state.schema.nodes.gallery!.create({ entries: [{ id: chosen.id }] }))(view);
  view.focus();
};

/** Puts the mark between overview and detail before the line of the selection. */
const moveMoreHere = (view: EditorView): void => {
  const { doc, selection } = view.state;
  let at = 0;
  doc.forEach((node, offset) => {
    if (node.type.name === "more") at = offset;
  });
  const { $from } = selection;
  const tr = moveTo(view.state, at, $from.index(0));
  if (tr) {
    // One goes on where one is, and not at the mark.
    const into = $from.depth > 0 ? $from.pos - $from.before(1) : 0;
    view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(tr.selection.to + into))).scrollIntoView());
  }
  view.focus();
};
