import { type Element, h } from "#lib/themes/element.ts";
import type { FormSection } from "#lib/themes/page-parts.ts";
import type { FormPage, FrameReading } from "#lib/themes/theme.ts";
import { accessForm } from "./access-form.ts";
import type { Composition } from "./composition.ts";
import { documentOf, siteLink } from "./document.ts";

export const formPage = (
  { site, title, text, form, more }: FormPage,
  { fileUrl }: FrameReading,
  composition: Composition,
): Element =>
  documentOf(
    { site, description: "", isIndexed: false, url: null, feeds: [], share: null },
    {
      title: site ? `${title} — ${site.name}` : title,
      openGraph: {},
      above: site ? [siteLink({ site })] : [],
      main: h(
        "div",
        { class: "page" },
        h("header", null, h("h1", null, title)),
        text !== "" && h("p", { role: "status" }, text),
        accessForm(form),
        more && section(more),
      ),
      footer: site && h("a", { href: site.url }, `← ${site.name}`),
    },
    { locale: "en", fileUrl },
    composition,
  );

const section = ({ title, list, form }: FormSection): Element =>
  h(
    "section",
    null,
    h("h2", null, title),
    list.length > 0 &&
      h(
        "ul",
        null,
        list.map(({ text, form: own }, index) => h("li", null, text, own && accessForm(own, index + 3))),
      ),
    accessForm(form, 2),
  );
