import { type Element, h } from "#lib/themes/element.ts";

/** A field of a form whose value is one of some. */
export interface ChoiceInput {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly isWrong: boolean;
}

export const choiceInput = ({ name, label, options, value, isWrong }: ChoiceInput): Element =>
  h(
    "label",
    null,
    h("span", null, label),
    h(
      "select",
      { name, "aria-invalid": isWrong ? "true" : undefined },
      options.map((option) =>
        h("option", { value: option.value, selected: option.value === value }, option.label),
      ),
    ),
  );
