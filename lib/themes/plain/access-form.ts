import { type Element, h } from "#lib/themes/element.ts";
import { hiddenFields } from "./narrowing.ts";

/** A form for a name and password, or for a password alone. */
export interface AccessForm {
  readonly address: string;
  /** What was wrong with the last attempt; empty for nothing. */
  readonly problem: string;
  readonly inputs: readonly AccessInput[];
  /** Hidden fields, by name. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly button: string;
}

interface AccessInput {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "password";
  /** What browsers may fill in, as HTML's `autocomplete` has it. */
  readonly autocomplete: string;
  readonly autofocus?: true;
}

/** The form. A page with several forms numbers them, so that their ids differ. */
export const accessForm = ({ address, problem, inputs, hidden, button }: AccessForm, number = 1): Element => {
  const id = `problem-${number}`;
  const marks = problem === "" ? {} : { "aria-invalid": "true", "aria-describedby": id };
  return h(
    "form",
    { class: "password", method: "post", action: address },
    problem !== "" && h("p", { id, role: "alert" }, problem),
    inputs.map(({ label, type, name, autocomplete, autofocus }) =>
      h(
        "label",
        null,
        h("span", null, label),
        h("input", { type, name, required: true, autocomplete, autofocus, ...marks }),
      ),
    ),
    hiddenFields(hidden),
    h("button", null, button),
  );
};
