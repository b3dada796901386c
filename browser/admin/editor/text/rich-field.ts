import { history } from "prosemirror-history";
import { DOMSerializer } from "prosemirror-model";
import { EditorState, Selection } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { make } from "../../../make.ts";
import type { ItemDescription } from "../../forms/field-description.ts";
import type { EditorContext } from "./context.ts";
import { editorKeys } from "./keys.ts";
import { escapeForOthers } from "./leaving.ts";
import { LinkBox } from "./link-box.ts";
import { nodesOfHtml } from "./read-html.ts";
import { fieldSchema } from "./schema.ts";
import { toolbar } from "./toolbar.ts";
import { toolGroups } from "./tools.ts";
import { markdownTyping } from "./typing.ts";
import { htmlOfNodes } from "./write-html.ts";

/** An input of a form. */
export interface FormInput<Value> {
  readonly element: HTMLElement;
  /** Shows a value that came from elsewhere. */
  readonly set: (value: Value) => void;
  readonly stop?: () => void;
}

let fields = 0;

/** A field of rich text, with the features that it or the site has. */
export const richField = (
  { choices }: Pick<ItemDescription, "choices">,
  label: string,
  value: string,
  change: (html: string) => void,
  context: EditorContext,
): FormInput<string> => {
  const features = choices?.map((choice) => String(choice.value)) ?? context.features;
  const schema = fieldSchema(features);
  const element = make("div", { class: "te-rich" });
  const links = new LinkBox(context, `field-pages-${++fields}`);
  const editLink = schema.marks.link && features.includes("link") ? links.command : undefined;
  const docOf = (html: string) => {
    const nodes = html.trim() === "" ? [] : nodesOfHtml(html, schema, features);
    if (!nodes) return undefined;
    return schema.nodes.doc!.create(null, nodes.length > 0 ? [...nodes] : [schema.nodes.paragraph!.create()]);
  };
  let shown = value;
  const first = docOf(value);
  if (!first) return sourceField(label, value, change);
  const plugins = [
    escapeForOthers,
    markdownTyping(schema, features),
    ...editorKeys(schema, features, editLink),
    history(),
    toolbar(toolGroups(schema, features, context.words, editLink), [], context.words),
  ];
  let doc = first;
  let view: EditorView | undefined;
  const attributes = {
    ...{
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": label,
      class: "te-input",
      spellcheck: "true",
    },
    ...(context.language && { lang: context.language }),
  };
  // A table may have thousands of fields: each is an editor once somebody writes in it.
  const still = make("div", { ...attributes, tabindex: "0" });
  const draw = () => still.replaceChildren(DOMSerializer.fromSchema(schema).serializeFragment(doc.content));
  const begin = () => {
    still.remove();
    view = new EditorView(element, {
      state: EditorState.create({ doc, selection: Selection.atEnd(doc), plugins }),
      attributes,
      dispatchTransaction: (tr) => {
        if (!view) return;
        view.updateState(view.state.apply(tr));
        if (!tr.docChanged) return;
        doc = view.state.doc;
        const isEmpty =
          doc.childCount === 1 && doc.firstChild?.isTextblock && doc.firstChild.content.size === 0;
        shown = isEmpty ? "" : htmlOfNodes(doc.children);
        change(shown);
      },
    });
    view.focus();
  };
  still.addEventListener("focus", begin, { once: true });
  draw();
  element.append(still);
  return {
    element,
    set: (next) => {
      const made = next === shown ? undefined : docOf(next);
      if (!made) return;
      [shown, doc] = [next, made];
      if (view) view.updateState(EditorState.create({ doc, plugins }));
      else draw();
    },
    stop: () => {
      links.stop();
      view?.destroy();
    },
  };
};

/** The HTML itself, where it holds what the editor does not know. */
const sourceField = (label: string, value: string, change: (html: string) => void): FormInput<string> => {
  const element = make("textarea", { "aria-label": label, rows: "4", spellcheck: "false" });
  element.value = value;
  element.addEventListener("input", () => change(element.value));
  return {
    element,
    set: (next) => {
      if (element.value !== next) element.value = next;
    },
  };
};
