import { formPage } from "./form-page.ts";

/** The sign-in form, which leads to `next`. */
export const signInPage = (next = "/", problem = ""): string =>
  formPage({
    title: "Sign in",
    address: "/accounts/login/",
    problem,
    inputs: [
      { name: "username", label: "Username", type: "text", autocomplete: "username" },
      { name: "password", label: "Password", type: "password", autocomplete: "current-password" },
    ],
    hidden: { next },
    button: "Sign in",
  });
