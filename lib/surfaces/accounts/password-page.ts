import { type PageFrame, type ServicePage, servicePage } from "./page-frame.ts";

/** The hidden fields of a form for a password: what it opens, and where to return to. */
export const lockedFields = (
  locked: { readonly page: number } | { readonly collection: number },
  next: string,
): Readonly<Record<string, string>> =>
  "page" in locked ? { page: String(locked.page), next } : { collection: String(locked.collection), next };

/** The form for the password of a page or collection. */
export const passwordFormPage = (
  frame: PageFrame,
  hidden: Readonly<Record<string, string>>,
  problem = "",
): ServicePage =>
  servicePage(frame, {
    title: "Password needed",
    text:
      "collection" in hidden
        ? "This file belongs to a collection with a password."
        : "This page has a password.",
    form: {
      address: "/accounts/password/",
      problem,
      inputs: [
        {
          name: "password",
          label: "Password",
          type: "password",
          autocomplete: "current-password",
          autofocus: true,
        },
      ],
      hidden,
      button: "Go on",
    },
  });
