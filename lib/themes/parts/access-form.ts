import { type Element, h } from "#lib/themes/element.ts";
import type { AccessForm, PasswordForm } from "#lib/themes/page-parts.ts";
import { hiddenFields } from "./narrowing.ts";

/** The form. A page with several forms numbers them, so that their ids differ. */
export const accessForm = ({ address, problem, inputs, hidden, button }: AccessForm, number = 1): Element => {
  const id = `problem-${number}`;
  const marks = problem === "" ? {} : { "aria-invalid": "true", "aria-describedby": id };
  return h(
    "form",
    { class: "password", method: "post", action: address },
    problem !== "" && h("p", { id, role: "alert" }, problem),
    inputs.map(({ label, ...input }) =>
      h("label", null, h("span", null, label), h("input", { ...input, required: true, ...marks })),
    ),
    hiddenFields(hidden),
    h("button", null, button),
  );
};

const password = {
  type: "password",
  name: "password",
  label: "Password",
  autocomplete: "current-password",
} as const;

/** A form for a password. A page with several forms numbers them, so that their ids differ. */
export const passwordForm = ({ wasWrong, kept, ...form }: PasswordForm, number = 1): Element =>
  accessForm(
    {
      ...form,
      hidden: kept,
      problem: wasWrong ? "Wrong password. Please try again." : "",
      inputs: [password],
    },
    number,
  );
