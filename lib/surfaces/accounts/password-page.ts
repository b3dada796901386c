import { fileUrl } from "#lib/media/addresses.ts";
import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import { plain } from "#lib/themes/plain/plain.ts";

/** The hidden fields of a form for a password: what it opens, and where to return to. */
export const lockedFields = (
  locked: { readonly page: number } | { readonly collection: number },
  next: string,
): Readonly<Record<string, string>> =>
  "page" in locked ? { page: String(locked.page), next } : { collection: String(locked.collection), next };

/** The form for the password of a page or collection. */
export const passwordFormPage = (hidden: Readonly<Record<string, string>>, problem = ""): SafeHtml =>
  plain.formPage(
    {
      site: null,
      title: "Password needed",
      text: "",
      form: {
        address: "/accounts/password/",
        problem,
        inputs: [
          { name: "password", label: "Password", type: "password", autocomplete: "off", autofocus: true },
        ],
        hidden,
        button: "Go on",
      },
    },
    { locale: "en", fileUrl },
  );
