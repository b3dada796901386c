import type { Json } from "#lib/json.ts";
import { make } from "../../../make.ts";
import type { ItemDescription } from "../../forms/field-description.ts";
import { button } from "./card.ts";
import type { EditorContext, MediumKind } from "./context.ts";
import { showMedium } from "./media-views.ts";
import type { FormInput } from "./rich-field.ts";

/** The inputs of single values. */

export type Change = (value: Json) => void;

export type Described = ItemDescription & { readonly label: string };

export const textOf = (value: Json): string =>
  value === null
    ? ""
    : Array.isArray(value)
      ? value.join(", ")
      : typeof value === "object"
        ? ""
        : String(value);

/** A whole number, or what somebody has written in its place, which the service refuses with a reason. */
export const numberOf = (written: string): Json => {
  const text = written.trim();
  if (text === "") return null;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
};

export const isMedium = (reference: string | undefined): reference is MediumKind =>
  reference === "image" || reference === "audio" || reference === "video";

const kinds: Readonly<Record<string, string>> = { url: "url", email: "email", date: "date" };

export const lineInput = (
  field: Described,
  value: Json,
  write: (written: string) => void,
): FormInput<Json> => {
  const isLong = field.type === "markdown" || (field.type === "text" && field.max_length === undefined);
  const attributes = { dir: "auto", maxlength: field.max_length?.toString() };
  const element = isLong
    ? make("textarea", { ...attributes, rows: field.type === "markdown" ? "6" : "2" })
    : make("input", {
        ...{
          ...attributes,
          type: kinds[field.type] ?? "text",
          placeholder: field.type === "instant" ? "2026-01-02T03:04:05Z" : undefined,
        },
        inputmode: field.type === "integer" || field.type === "reference" ? "numeric" : undefined,
      });
  element.value = textOf(value);
  element.addEventListener("input", () => write(element.value));
  return {
    element,
    set: (next) => {
      if (document.activeElement !== element && element.value !== textOf(next)) element.value = textOf(next);
    },
  };
};

export const boxInput = (value: Json, change: Change): FormInput<Json> => {
  const element = make("input", { type: "checkbox" });
  element.checked = value === true;
  element.addEventListener("change", () => change(element.checked));
  return {
    element,
    set: (next) => {
      element.checked = next === true;
    },
  };
};

export const choiceInput = (
  { choices = [], required }: Described,
  value: Json,
  change: Change,
): FormInput<Json> => {
  const all =
    required || choices.some((choice) => choice.value === "")
      ? choices
      : [{ value: "", label: "–" }, ...choices];
  const element = make(
    "select",
    {},
    ...all.map((choice) => make("option", { value: String(choice.value) }, choice.label)),
  );
  const set = (next: Json) => {
    element.value = textOf(next);
  };
  set(value);
  element.addEventListener("change", () => change(all[element.selectedIndex]?.value ?? null));
  return { element, set };
};

export const mediumInput = (
  kind: MediumKind,
  label: string,
  value: Json,
  change: Change,
  context: EditorContext,
): FormInput<Json> => {
  const shown = make("div", { class: "te-chosen" });
  const choose = async () => {
    const chosen = await context.pick(kind);
    if (chosen) put(chosen.id);
  };
  const put = (next: Json) => {
    set(next);
    change(next);
  };
  const set = (next: Json) => {
    clear.hidden = next === null;
    if (typeof next === "number") showMedium(shown, kind, next, context);
    else {
      delete shown.dataset.shown;
      shown.replaceChildren(make("p", { class: "te-note" }, context.words.none));
    }
  };
  const clear = button(context.words.remove, "remove", () => put(null));
  const tools = make(
    "div",
    { class: "te-tools" },
    button(`${label}: ${context.words.chooseOne}`, "choose", choose),
    clear,
  );
  set(value);
  return { element: make("div", { class: "te-medium-field" }, shown, tools), set };
};
