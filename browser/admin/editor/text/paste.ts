import { DOMSerializer, Fragment, type Node, type Schema, Slice } from "prosemirror-model";
import { NodeSelection, Plugin, Selection, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { mayBeLinked } from "#lib/richtext/address-schemes.ts";
import type { EditorContext } from "./context.ts";
import { addressOf } from "./link-box.ts";
import type { Part, Pasted } from "./paste/parts.ts";
import { nodesOfMarkup } from "./read-html.ts";
import type { TextCodec } from "./texts.ts";
import { type PlacedFile, placeFor, renewSelection, uploadFiles } from "./uploads.ts";
import { leftOutWords } from "./words.ts";

/** What is pasted and dropped: text, HTML, Markdown, files, and links. */
export const pasting = (context: EditorContext, codec: TextCodec): Plugin =>
  new Plugin({
    props: {
      // Before the library reads the HTML, which would apply the styles in it.
      handleDOMEvents: {
        paste: (view, event) => {
          const isTaken = isInText(view, event) && take(view, event.clipboardData, context, codec);
          if (isTaken) event.preventDefault();
          return isTaken;
        },
        drop: (view, event) => {
          if (view.dragging || !isInText(view, event)) return false;
          const place = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
          if (place === undefined) return false;
          view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place))));
          const isTaken = take(view, event.dataTransfer, context, codec);
          if (isTaken) event.preventDefault();
          return isTaken;
        },
      },
      // What is moved by hand keeps its names.
      transformPasted: (slice, view) =>
        view.dragging?.move ? slice : new Slice(withoutNames(slice.content), slice.openStart, slice.openEnd),
      clipboardSerializer: ownSerializer(codec.schema),
    },
  });

/** False for the fields in the forms of blocks. */
const isInText = (view: EditorView, { target }: Event): boolean =>
  !(target instanceof Element) ||
  (target.closest("[contenteditable=true]") === view.dom && !target.matches("input, textarea, select"));

const ownMark = "data-lectern-text";

/** Marks what this editor copies: other editors of its kind copy other elements. */
const ownSerializer = (schema: Schema): DOMSerializer => {
  const { nodes, marks } = DOMSerializer.fromSchema(schema);
  const serializer = new DOMSerializer(nodes, marks);
  const serialize = serializer.serializeFragment.bind(serializer);
  serializer.serializeFragment = (fragment, options, target) => {
    const dom = serialize(fragment, options, target);
    dom.firstElementChild?.setAttribute(ownMark, "");
    return dom;
  };
  return serializer;
};

const take = (
  view: EditorView,
  data: DataTransfer | null,
  context: EditorContext,
  codec: TextCodec,
): boolean => {
  if (!data) return false;
  const html = data.getData("text/html");
  const text = data.getData("text/plain");
  const { state } = view;
  // What this editor copied comes with all that its nodes have.
  if (html.includes(ownMark)) return false;
  if (state.selection.$from.parent.type.spec.code) {
    view.dispatch(state.tr.insertText(text.replace(/\r\n?/g, "\n")).scrollIntoView());
    return true;
  }
  const files = [...data.files];
  // Word processors add a picture of the text to the text.
  if (files.length > 0 && (text.trim() === "" || !hasText(html))) {
    const at = placeFor(view);
    uploadFiles(
      view,
      files.map((file) => ({ file, at })),
      context,
    );
    return true;
  }
  if (pasteLink(view, text)) return true;
  if (html === "" && text === "") return false;
  convert(html, text, context, codec).then(
    (pasted) => !view.isDestroyed && insert(view, pasted, context, codec),
    () => !view.isDestroyed && view.dispatch(view.state.tr.insertText(text)),
  );
  return true;
};

const hasText = (html: string): boolean => html.replace(/<[^>]*>/g, "").trim() !== "";

/** The readers of what is pasted are loaded with the first paste. */
const convert = async (
  html: string,
  text: string,
  { features }: EditorContext,
  codec: TextCodec,
): Promise<Pasted> => {
  const { pastedHtml, pastedText } = await import("./paste/read.ts");
  return html === "" ? pastedText(text, features) : pastedHtml(html, text, features, codec.custom);
};

/** A link that is pasted on selected words leads from them. */
const pasteLink = (view: EditorView, text: string): boolean => {
  const { selection, schema, tr } = view.state;
  const type = schema.marks.link;
  const href = text.trim();
  if (!type || !/^(?:https?:\/\/|mailto:)\S+$/i.test(href) || !mayBeLinked(href)) return false;
  const { from, to, empty, $from, $to } = selection;
  if (!$from.parent.inlineContent || !$from.sameParent($to)) return false;
  const mark = type.create({ href: addressOf(href) });
  if (empty) tr.insert(from, schema.text(href, mark.addToSet($from.marks())));
  else tr.removeMark(from, to, type).addMark(from, to, mark);
  view.dispatch(tr.removeStoredMark(type).scrollIntoView());
  return true;
};

interface PastedNodes {
  readonly nodes: readonly Node[];
  /** Empty lines that are places of files. */
  readonly places: ReadonlyMap<Node, File>;
}

const nodesOfParts = (parts: readonly Part[], codec: TextCodec): PastedNodes => {
  const places = new Map<Node, File>();
  const nodes = parts.flatMap((part) => {
    // Other editors divide paragraphs by empty ones.
    if ("markup" in part)
      return (nodesOfMarkup(part.markup, codec.schema) ?? []).filter((node) => !isBlank(node));
    if ("block" in part) return codec.nodesOf([part.block]);
    const place = codec.schema.nodes.paragraph!.create();
    places.set(place, part.file);
    return [place];
  });
  return { nodes, places };
};

const isBlank = (node: Node): boolean => node.isTextblock && node.textContent.trim() === "";

const insert = (view: EditorView, pasted: Pasted, context: EditorContext, codec: TextCodec): void => {
  const { nodes, places } = nodesOfParts(pasted.parts, codec);
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first && last) {
    const opens = first.isTextblock && !first.type.spec.code && !places.has(first);
    const closes = last.type.name === "paragraph" && !places.has(last);
    const content = Fragment.fromArray([...nodes]);
    const { selection, tr } = view.state;
    if (selection instanceof NodeSelection && selection.node.isBlock) {
      // A block is not replaced by what is pasted, as it is not by what is typed.
      tr.insert(selection.to, content);
      tr.setSelection(Selection.near(tr.doc.resolve(selection.to + content.size), -1));
    } else tr.replaceSelection(new Slice(content, opens ? 1 : 0, closes ? 1 : 0));
    // After a block, one goes on writing in a line of its own.
    if (tr.selection instanceof NodeSelection && tr.selection.node.type.name === "more") {
      const at = tr.selection.from;
      tr.insert(at, codec.schema.nodes.paragraph!.create());
      tr.setSelection(TextSelection.create(tr.doc, at + 1));
    }
    view.dispatch(tr.scrollIntoView().setMeta("paste", true));
    renewSelection(view);
  }
  const files: PlacedFile[] = [];
  view.state.doc.forEach((node, offset) => {
    const file = places.get(node);
    if (file) files.push({ file, at: offset + node.nodeSize });
  });
  if (files.length > 0) uploadFiles(view, files, context);
  const said = leftOutWords(pasted, context.words);
  if (said.length > 0) context.leftOut(said);
};

/** Copies have no names of their own: two things of one name would be one. */
const withoutNames = (content: Fragment): Fragment => {
  const nodes: Node[] = [];
  content.forEach((node) => {
    const inner = node.isLeaf ? node.content : withoutNames(node.content);
    const { key, begins } = node.attrs;
    if (!key && !begins) nodes.push(node.isText || inner === node.content ? node : node.copy(inner));
    else
      nodes.push(
        node.type.create(
          { ...node.attrs, ...("key" in node.attrs && { key: "" }), begins: false },
          inner,
          node.marks,
        ),
      );
  });
  return Fragment.fromArray(nodes);
};
