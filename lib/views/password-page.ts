import { formPage } from "./form-page.ts";

/** The form for a password that is not an account's, with what was wrong the last time; `kept` says what the password is for. */
export const passwordFormPage = (kept: Readonly<Record<string, string>>, problem = ""): string =>
  formPage({
    title: "Password needed",
    address: "/accounts/password/",
    problem,
    inputs: [{ name: "password", label: "Password", type: "password", autocomplete: "off" }],
    kept,
    button: "Go on",
  });
