import type { Node } from "prosemirror-model";
import type { NodeView } from "prosemirror-view";
import { areSame, type Json } from "#lib/json.ts";
import { make } from "../../../make.ts";
import { button, cardOf, cardView, type Place, setAttributes } from "./card.ts";
import { icon } from "./icons.ts";
import type { FormInput } from "./rich-field.ts";

/** A block of the site: what it holds in short, and its form once somebody opens it. */
export const customView = (node: Node, place: Place): NodeView => {
  const { context } = place;
  const { words } = context;
  const description = context.blocks.find(({ type }) => type === node.attrs.type);
  let value: Json = node.attrs.value;
  let form: FormInput<Json> | undefined;
  const edit = button(words.edit, "edit", () => (form ? close() : open()));
  const card = cardOf(node, place, edit);
  const short = make("p", { class: "te-sample", dir: "auto" });
  const title = make("p", { class: "te-title" }, icon("custom"), context.nameOf(node));
  card.body.append(title, short);

  const draw = () => {
    short.textContent = textsIn(value).join(" · ") || words.empty;
    short.hidden = form !== undefined;
    edit.setAttribute("aria-expanded", String(form !== undefined));
    edit.setAttribute("aria-label", form ? words.done : words.edit);
    edit.title = form ? words.done : words.edit;
    edit.replaceChildren(icon(form ? "check" : "edit"));
  };

  const loading = import("./form.ts");
  loading.catch(() => {});
  const open = async () => {
    // It is there by now, so that what is typed at once is typed into it.
    const { blockForm } = await loading;
    if (form || !description || place.view.isDestroyed) return;
    const change = (next: Json) => {
      value = next;
      setAttributes(place, { value: next });
    };
    form = blockForm(description.fields, value, change, context);
    card.body.append(form.element);
    draw();
    form.element.querySelector<HTMLElement>(":is(input, textarea, select, [role=textbox], button)")?.focus();
  };

  const close = () => {
    form?.stop?.();
    form?.element.remove();
    form = undefined;
    draw();
    edit.focus();
  };

  card.dom.addEventListener("dblclick", () => !form && open());
  card.dom.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !form || event.defaultPrevented) return;
    event.preventDefault();
    close();
  });
  draw();
  const view = cardView(node, card, place, (next) => {
    if (areSame(next.attrs.value, value)) return;
    value = next.attrs.value;
    form?.set(value);
    draw();
  });
  return {
    ...view,
    update: (next, ...rest) => next.attrs.type === node.attrs.type && view.update!(next, ...rest),
    destroy: () => form?.stop?.(),
  };
};

/** The texts in a value, without tags. */
const textsIn = (value: Json): readonly string[] => {
  if (typeof value === "string") {
    const text = value
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
    return text === "" ? [] : [text];
  }
  if (typeof value === "number") return [String(value)];
  if (value === null || typeof value === "boolean") return [];
  return (Array.isArray(value) ? value : Object.values(value)).flatMap((each: Json) => textsIn(each));
};
