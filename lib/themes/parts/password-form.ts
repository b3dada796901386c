import type { Element } from "#lib/themes/element.ts";
import type { PasswordForm } from "#lib/themes/theme.ts";
import { accessForm } from "./access-form.ts";

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
