import { areSame, type Json, type JsonObject } from "#lib/json.ts";
import { make } from "../../../make.ts";
import type { FieldDescription } from "../../forms/field-description.ts";
import { button } from "./card.ts";
import type { EditorContext } from "./context.ts";
import {
  boxInput,
  type Change,
  choiceInput,
  type Described,
  isMedium,
  lineInput,
  mediumInput,
  numberOf,
  textOf,
} from "./form-inputs.ts";
import { emptyOf, isOneValue } from "./form-values.ts";
import { type FormInput, richField } from "./rich-field.ts";
import { filled } from "./words.ts";

/** Forms of blocks, drawn from the description of their fields. */

/** The form of a block. */
export const blockForm = (
  fields: readonly FieldDescription[],
  value: Json,
  change: Change,
  context: EditorContext,
): FormInput<Json> => {
  const only = isOneValue(fields) ? fields[0] : undefined;
  const form = only ? labelled(only, value, change, context) : objectInput(fields, value, change, context);
  form.element.classList.add("te-form");
  return form;
};

let ids = 0;

/** An input with its label and what is said of it. */
const labelled = (
  field: FieldDescription,
  value: Json,
  change: Change,
  context: EditorContext,
): FormInput<Json> => {
  const input = inputOf(field, value, change, context);
  const { element } = input;
  const name = make(
    "span",
    {},
    field.label,
    ...(field.required ? [make("small", {}, ` (${context.words.required})`)] : []),
  );
  const help = field.help ? [make("small", { class: "te-help", id: `field-help-${++ids}` }, field.help)] : [];
  if (help[0]) element.setAttribute("aria-describedby", help[0].id);
  const isGroup = element.tagName === "FIELDSET" || element.tagName === "DIV";
  if (isGroup && element.tagName === "FIELDSET") element.prepend(make("legend", {}, name));
  const isBox = element instanceof HTMLInputElement && element.type === "checkbox";
  const content = isGroup
    ? element.tagName === "FIELDSET"
      ? [element]
      : [name, element]
    : [
        make(
          "label",
          { class: isBox ? "te-box" : undefined },
          ...(isBox ? [element, name] : [name, element]),
        ),
      ];
  return { ...input, element: make("div", { class: "te-field" }, ...content, ...help) };
};

const inputOf = (field: Described, value: Json, change: Change, context: EditorContext): FormInput<Json> => {
  switch (field.type) {
    case "object":
      return objectInput(field.fields ?? [], value, change, context);
    case "list":
      return listInput(field, value, change, context);
    case "blocks":
      return blocksInput(field, value, change, context);
    case "rich_text":
      return richField(field, field.label, textOf(value), change, context) as FormInput<Json>;
    case "boolean":
      return boxInput(value, change);
    case "choice":
      return choiceInput(field, value, change);
    case "tags":
      return lineInput(field, value, (written) =>
        change(
          written
            .split(",")
            .map((tag) => tag.trim())
            .filter((tag) => tag !== ""),
        ),
      );
    case "integer":
      return lineInput(field, value, (written) => change(numberOf(written)));
    case "number":
      return lineInput(field, value, (written) => change(written.trim() === "" ? null : written.trim()));
    case "reference":
      return isMedium(field.reference)
        ? mediumInput(field.reference, field.label, value, change, context)
        : lineInput(field, value, (written) => change(numberOf(written)));
    case "instant":
    case "date":
      return lineInput(field, value, (written) => change(written === "" ? null : written));
    default:
      return lineInput(field, value, (written) => change(written === "" && field.nullable ? null : written));
  }
};

const objectOf = (value: Json): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

const objectInput = (
  fields: readonly FieldDescription[],
  value: Json,
  change: Change,
  context: EditorContext,
): FormInput<Json> => {
  let current = objectOf(value);
  const put = (name: string, next: Json) => {
    current = { ...current, [name]: next };
    change(current);
  };
  const inputs = fields.map((field) => ({
    field,
    input: labelled(field, current[field.name] ?? emptyOf(field), (next) => put(field.name, next), context),
  }));
  return {
    element: make("fieldset", { class: "te-group" }, ...inputs.map(({ input }) => input.element)),
    set: (next) => {
      current = objectOf(next);
      for (const { field, input } of inputs) input.set(current[field.name] ?? emptyOf(field));
    },
    stop: () => {
      for (const { input } of inputs) input.stop?.();
    },
  };
};

/** An entry of a list, and what of its value the input shows. */
interface Entry {
  readonly input: FormInput<Json>;
  readonly element: HTMLElement;
}

/** Entries that can be added, moved and removed. */
const entriesInput = (
  value: Json,
  change: Change,
  context: EditorContext,
  make1: (value: Json, change: Change) => FormInput<Json>,
  adding: (add: (value: Json) => void) => HTMLElement,
): FormInput<Json> => {
  const { words } = context;
  let current: readonly Json[] = Array.isArray(value) ? value : [];
  let entries: Entry[] = [];
  const list = make("ol", { class: "te-entries" });
  const put = (next: readonly Json[]) => {
    current = next;
    change(current);
  };
  const redraw = () => {
    for (const { input } of entries) input.stop?.();
    entries = current.map((each) => entryOf(each));
    list.replaceChildren(...entries.map(({ element }) => element));
    name();
  };
  const name = () => {
    for (const [index, { element }] of entries.entries())
      element.setAttribute("aria-label", filled(words.entry, { number: index + 1 }));
  };
  const entryOf = (each: Json): Entry => {
    const index = () => entries.findIndex((entry) => entry.element === element);
    const input = make1(each, (next) => put(current.map((old, at) => (at === index() ? next : old))));
    const moveBy = (by: number, pressed: HTMLElement) => {
      const from = index();
      const to = from + by;
      if (to < 0 || to >= entries.length) return;
      const next = [...current];
      next.splice(to, 0, ...next.splice(from, 1));
      entries.splice(to, 0, ...entries.splice(from, 1));
      put(next);
      list.replaceChildren(...entries.map((entry) => entry.element));
      name();
      pressed.focus();
      context.say(filled(words.moved, { place: to + 1, count: entries.length }));
    };
    const remove = () => {
      const at = index();
      input.stop?.();
      entries.splice(at, 1);
      put(current.filter((_, each) => each !== at));
      element.remove();
      name();
      (entries[Math.min(at, entries.length - 1)]?.element ?? add)
        .querySelector<HTMLElement>("button")
        ?.focus();
    };
    const up = button(words.moveUp, "up", () => moveBy(-1, up));
    const down = button(words.moveDown, "down", () => moveBy(1, down));
    const tools = make("div", { class: "te-tools" }, up, down, button(words.remove, "remove", remove));
    const element = make("li", { role: "group" }, make("div", { class: "te-entry" }, input.element), tools);
    return { input, element };
  };
  const add = adding((made) => {
    put([...current, made]);
    const entry = entryOf(made);
    entries.push(entry);
    list.append(entry.element);
    name();
    entry.element
      .querySelector<HTMLElement>(":is(input, textarea, select, [role=textbox], .te-entry button)")
      ?.focus();
  });
  redraw();
  return {
    element: make("fieldset", { class: "te-list" }, list, add),
    set: (next) => {
      const values = Array.isArray(next) ? next : [];
      if (areSame(values, current)) return;
      const fits = values.length === entries.length;
      current = values;
      if (fits) for (const [index, { input }] of entries.entries()) input.set(values[index]!);
      else redraw();
    },
    stop: () => {
      for (const { input } of entries) input.stop?.();
    },
  };
};

const listInput = (
  field: Described,
  value: Json,
  change: Change,
  context: EditorContext,
): FormInput<Json> => {
  const item: Described = { ...(field.items ?? { type: "text" }), label: field.label };
  return entriesInput(
    value,
    change,
    context,
    (each, put) => {
      const input = inputOf(item, each, put, context);
      input.element.setAttribute("aria-label", field.label);
      return input;
    },
    (add) =>
      make(
        "div",
        {},
        button(`${context.words.add}: ${field.label}`, "insert", () => add(emptyOf(item))),
      ),
  );
};

/** A list of blocks of which each says its type. */
const blocksInput = (
  field: Described,
  value: Json,
  change: Change,
  context: EditorContext,
): FormInput<Json> => {
  const kinds = field.fields ?? [];
  const kindOf = (block: Json) => kinds.find(({ name }) => name === objectOf(block).type);
  return entriesInput(
    value,
    change,
    context,
    (block, put) => {
      let current = objectOf(block);
      const kind = kindOf(block);
      if (!kind) return { element: make("p", { class: "te-sample" }, JSON.stringify(block)), set: () => {} };
      const write = (next: Json) => {
        current = { ...current, value: next };
        put(current);
      };
      const input = labelled(kind, current.value ?? emptyOf(kind), write, context);
      return {
        ...input,
        set: (next) => {
          current = objectOf(next);
          input.set(current.value ?? emptyOf(kind));
        },
      };
    },
    (add) =>
      make(
        "div",
        { class: "te-adding" },
        ...kinds.map((kind) => {
          const made = make(
            "button",
            { type: "button", class: "te-plain" },
            `${context.words.add}: ${kind.label}`,
          );
          made.addEventListener("click", () => add({ type: kind.name, value: emptyOf(kind) }));
          return made;
        }),
      ),
  );
};
