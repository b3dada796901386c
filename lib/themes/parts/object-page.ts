import { type Element, h } from "#lib/themes/element.ts";
import type { FrameReading, ObjectPage } from "#lib/themes/theme.ts";
import type { Composition } from "./composition.ts";
import { documentOf, linkList, siteLink } from "./document.ts";
import { codeListing } from "./text.ts";

export const objectPage = (page: ObjectPage, reading: FrameReading, composition: Composition): Element =>
  documentOf(
    page,
    {
      title: `${page.title} — ${page.site.name}`,
      openGraph: {},
      above: [siteLink(page)],
      main: h(
        "div",
        { class: "page" },
        h("header", null, h("h1", null, page.title)),
        h(
          "table",
          null,
          page.facts.map(({ name, text }) =>
            h("tr", null, h("th", { scope: "row" }, name), h("td", null, text)),
          ),
        ),
        linkList(page.links),
        page.steps.map(({ title, source }) =>
          h("section", null, h("h2", { class: "label" }, title), codeListing({ language: "", source })),
        ),
      ),
    },
    reading,
    composition,
  );
