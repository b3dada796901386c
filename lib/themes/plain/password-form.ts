import { type Element, h } from "#lib/themes/element.ts";
import type { PasswordForm } from "#lib/themes/theme.ts";
import { hiddenFields } from "./narrowing.ts";

/** A form for a password. A page with several forms numbers them, so that their ids differ. */
export const passwordForm = ({ address, kept, wasWrong, button }: PasswordForm, number = 1): Element => {
  const problem = `problem-${number}`;
  return h(
    "form",
    { class: "password", method: "post", action: address },
    wasWrong && h("p", { id: problem, role: "alert" }, "Wrong password. Please try again."),
    h(
      "label",
      null,
      h("span", null, "Password"),
      h("input", {
        type: "password",
        name: "password",
        required: true,
        autocomplete: "current-password",
        "aria-invalid": wasWrong ? "true" : undefined,
        "aria-describedby": wasWrong ? problem : undefined,
      }),
    ),
    hiddenFields(kept),
    h("button", null, button),
  );
};
