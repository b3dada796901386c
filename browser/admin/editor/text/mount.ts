import { dropCursor } from "prosemirror-dropcursor";
import { gapCursor } from "prosemirror-gapcursor";
import { history } from "prosemirror-history";
import type { Node } from "prosemirror-model";
import { EditorState, type Transaction } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { make } from "../../../make.ts";
import { blockMenu, openBlockMenu } from "./block-menu.ts";
import { typeAfterBlock, writeBelow } from "./commands.ts";
import type { EditorContext, TextEditorOptions } from "./context.ts";
import { editorKeys } from "./keys.ts";
import { leaving } from "./leaving.ts";
import { LinkBox } from "./link-box.ts";
import { menuItems } from "./menu-items.ts";
import { draggedBlocks } from "./moves.ts";
import { pasting } from "./paste.ts";
import { placeholder } from "./placeholder.ts";
import { replaceText } from "./replace-text.ts";
import { textSchema } from "./schema.ts";
import { TextCodec, type Texts } from "./texts.ts";
import { toolbar } from "./toolbar.ts";
import { historyTools, toolGroups } from "./tools.ts";
import { markdownTyping } from "./typing.ts";
import { uploads } from "./uploads.ts";
import { nodeViews } from "./views.ts";
import { type WordCount, wordCount } from "./word-count.ts";

export type { Texts } from "./texts.ts";

export interface TextEditor {
  /**
   * Takes texts that were not typed here; the selection stays as well as it can. Those that the same person has
   * typed elsewhere on the screen can be undone, those of others cannot.
   */
  readonly set: (texts: Texts, isOwn?: boolean) => void;
  readonly focus: () => void;
  readonly element: HTMLElement;
  readonly stop: () => void;
  readonly count: () => WordCount;
}

/** A text of more blocks is laid out as far as it is seen. */
const longText = 150;

let editors = 0;

/** Puts an editor of a post's text into the page. */
export const mountTextEditor = (place: HTMLElement, options: TextEditorOptions): TextEditor => {
  const { features, words } = options;
  const schema = textSchema(features);
  const codec = new TextCodec(schema, features, new Set(customTypes(options)));
  const element = make("div", { class: "text-editor" });
  const speaker = make("p", { class: "te-spoken", role: "status" });
  element.append(speaker);
  place.append(element);

  const context: EditorContext = {
    ...options,
    say: (said) => {
      speaker.textContent = said;
    },
    nameOf: (node) => nameOf(node, options),
  };
  const links = new LinkBox(context, `link-pages-${++editors}`);
  const editLink = schema.marks.link && features.includes("link") ? links.command : undefined;
  const insertTool = { label: words.insert, sign: "insert", run: openBlockMenu } as const;

  const plugins = [
    blockMenu(menuItems(schema, context), words),
    typeAfterBlock,
    writeBelow,
    draggedBlocks,
    markdownTyping(schema, features),
    ...editorKeys(schema, features, editLink),
    leaving(),
    history(),
    gapCursor(),
    dropCursor({ color: false, class: "te-drop-cursor", width: 2 }),
    pasting(context, codec),
    uploads(words),
    placeholder(words.placeholder),
    toolbar(toolGroups(schema, features, words, editLink), [insertTool, ...historyTools(words)], words),
  ];

  const dispatchTransaction = function (this: EditorView, tr: Transaction) {
    const state = this.state.apply(tr);
    this.updateState(state);
    if (tr.docChanged && tr.getMeta("foreign") !== true) options.changed(codec.textsOf(state.doc));
  };

  const view = new EditorView(element, {
    state: EditorState.create({ doc: codec.docOf(options.texts), plugins }),
    dispatchTransaction,
    nodeViews: nodeViews(context),
    attributes: ({ doc }) => ({
      ...{ role: "textbox", "aria-multiline": "true", "aria-label": words.text },
      ...{ class: doc.childCount > longText ? "te-text te-long" : "te-text" },
      ...{ spellcheck: "true", ...(options.language && { lang: options.language }) },
    }),
  });

  return {
    element,
    set: (texts, isOwn = false) => {
      const tr = replaceText(view.state, texts, codec);
      if (tr) view.dispatch(tr.setMeta("foreign", true).setMeta("addToHistory", isOwn));
    },
    focus: () => view.focus(),
    stop: () => {
      links.stop();
      view.destroy();
      element.remove();
    },
    count: () => wordCount(view.state.doc, options.language),
  };
};

/** The types of blocks that only this site has. */
const customTypes = ({ blocks }: Pick<TextEditorOptions, "blocks">): readonly string[] =>
  blocks.map(({ type }) => type).filter((type) => !builtIn.has(type));

const builtIn = new Set(["paragraph", "code", "image", "audio", "video", "gallery", "unsupported"]);

const nameOf = (node: Node, { words, blocks }: Pick<TextEditorOptions, "words" | "blocks">): string => {
  switch (node.type.name) {
    case "medium":
      return words[node.attrs.kind as "image"];
    case "gallery":
      return words.gallery;
    case "listing":
      return words.listing;
    case "custom":
      return blocks.find(({ type }) => type === node.attrs.type)?.label ?? node.attrs.type;
    case "more":
      return words.more;
    default:
      return words.kept;
  }
};
