import { type Element, h } from "#lib/themes/element.ts";
import type { Reading, SubscribePage } from "#lib/themes/theme.ts";
import type { Composition } from "./composition.ts";
import { documentOf, siteLink } from "./document.ts";

export const subscribePage = (page: SubscribePage, reading: Reading, composition: Composition): Element =>
  documentOf(
    page,
    {
      title: `Subscribe to ${page.podcast.title} — ${page.site.name}`,
      openGraph: {},
      above: [siteLink(page), page.podcast],
      main: h(
        "div",
        { class: "page subscribe" },
        h("header", null, h("h1", null, `Subscribe to ${page.podcast.title}`)),
        page.feeds.length === 0
          ? h("p", { class: "nothing" }, "There are no episodes to subscribe to yet.")
          : [
              h("p", null, "Open the podcast in an app on this device:"),
              h(
                "ul",
                { class: "links", role: "list" },
                page.apps.map(({ title, url }) => h("li", null, h("a", { href: url }, title))),
              ),
              h("p", null, "Or copy the address of a feed into any podcast app:"),
              h(
                "dl",
                { class: "feeds" },
                page.feeds.flatMap(({ title, url }) => [
                  h("dt", null, title),
                  h("dd", null, h("a", { href: url }, url)),
                ]),
              ),
            ],
      ),
      footer: h("a", { href: page.podcast.url }, `← ${page.podcast.title}`),
    },
    reading,
    composition,
  );
