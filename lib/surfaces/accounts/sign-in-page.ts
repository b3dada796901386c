import { formPage } from "./form-page.ts";

/** The sign-in form, perhaps with what was wrong the last time; people go on to `next` afterwards. */
export const signInPage = (next = "/", problem = ""): string =>
  formPage({
    title: "Sign in",
    address: "/accounts/login/",
    problem,
    inputs: [
      { name: "username", label: "Username", type: "text", autocomplete: "username" },
      { name: "password", label: "Password", type: "password", autocomplete: "current-password" },
    ],
    kept: { next },
    button: "Sign in",
  });
