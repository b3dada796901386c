import { formPage } from "./form-page.ts";

/** The hidden fields of a form for a password: what it opens, and where to return to. */
export const lockedFields = (
  locked: { readonly page: number } | { readonly collection: number },
  next: string,
): Readonly<Record<string, string>> =>
  "page" in locked ? { page: String(locked.page), next } : { collection: String(locked.collection), next };

/** The form for the password of a page or collection. */
export const passwordFormPage = (hidden: Readonly<Record<string, string>>, problem = ""): string =>
  formPage({
    title: "Password needed",
    address: "/accounts/password/",
    problem,
    inputs: [{ name: "password", label: "Password", type: "password", autocomplete: "off" }],
    hidden,
    button: "Go on",
  });
