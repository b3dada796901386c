import { type Element, h } from "#lib/themes/element.ts";
import type { FigureTable } from "#lib/themes/page-parts.ts";
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
        (page.figures ?? []).map(figureTable),
        page.steps.map(({ title, source }) =>
          h("section", null, h("h2", { class: "label" }, title), codeListing({ language: "", source })),
        ),
      ),
    },
    reading,
    composition,
  );

const barLength = 160;

const figureTable = ({ title, rows }: FigureTable): Element => {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return h(
    "section",
    null,
    h("h2", { class: "label" }, title),
    h(
      "table",
      null,
      rows.map(({ name, url, count }) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, url === null ? name : h("a", { href: url }, name)),
          h("td", null, String(count)),
          h("td", null, bar((count / most) * barLength)),
        ),
      ),
    ),
  );
};

const bar = (length: number): Element =>
  h(
    "svg",
    { width: barLength, height: 12, "aria-hidden": "true" },
    h("rect", { width: Math.round(length), height: 12, fill: "currentColor", opacity: 0.5 }),
  );
