import { fileUrl } from "#lib/media/addresses.ts";
import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import { h } from "#lib/themes/element.ts";
import { type AccessForm, accessForm } from "./access-form.ts";
import { documentHtml, documentOf } from "./document.ts";

/** A page of the service itself, such as the sign-in page: it is in English, and names no site. */
export const formPage = ({ title, ...form }: AccessForm & { readonly title: string }): SafeHtml =>
  documentHtml(
    documentOf(
      { site: null, description: "", isIndexed: false, url: null, feeds: [], share: null },
      {
        title,
        openGraph: {},
        above: [],
        main: h("div", { class: "page" }, h("header", null, h("h1", null, title)), accessForm(form)),
      },
      { locale: "en", fileUrl },
    ),
  );
