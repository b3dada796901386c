import { Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";

/** What stands in an empty text, and the button beside an empty line that opens the list of blocks. */
export const placeholder = (words: string): Plugin =>
  new Plugin({
    key: new PluginKey("placeholder"),
    props: {
      decorations: ({ doc, selection }) => {
        const { $from, empty } = selection;
        const line = $from.depth === 1 ? $from.parent : undefined;
        const isEmpty = empty && line?.type.name === "paragraph" && line.content.size === 0;
        const decorations: Decoration[] = [];
        if (isEmpty) {
          const start = $from.before(1);
          decorations.push(
            Decoration.node(start, start + 2, { class: "te-empty", "data-placeholder": words }),
          );
        } else if (
          doc.childCount <= 3 &&
          doc.firstChild?.type.name === "paragraph" &&
          doc.firstChild.content.size === 0
        )
          decorations.push(Decoration.node(0, 2, { class: "te-empty", "data-placeholder": words }));
        return decorations.length > 0 ? DecorationSet.create(doc, decorations) : null;
      },
    },
  });
