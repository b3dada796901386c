import { formPage } from "./form-page.ts";

/**
 * What a form for a password sends along, by name: what the password is for, and the address to come back to.
 */
export const lockedFields = (
  locked: { readonly page: number } | { readonly collection: number },
  next: string,
): Readonly<Record<string, string>> =>
  "page" in locked ? { page: String(locked.page), next } : { collection: String(locked.collection), next };

/** The form for a password that is not an account's, with what was wrong the last time. */
export const passwordFormPage = (kept: Readonly<Record<string, string>>, problem = ""): string =>
  formPage({
    title: "Password needed",
    address: "/accounts/password/",
    problem,
    inputs: [{ name: "password", label: "Password", type: "password", autocomplete: "off" }],
    kept,
    button: "Go on",
  });
