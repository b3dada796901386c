import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import { formPage } from "#lib/themes/plain/form-page.ts";

/** The sign-in form, which leads to `next`. */
export const signInPage = (next = "/", problem = ""): SafeHtml =>
  formPage({
    title: "Sign in",
    address: "/accounts/login/",
    problem,
    inputs: [
      { name: "username", label: "Username", type: "text", autocomplete: "username", autofocus: true },
      { name: "password", label: "Password", type: "password", autocomplete: "current-password" },
    ],
    hidden: { next },
    button: "Sign in",
  });
