import { type Element, h } from "#lib/themes/element.ts";
import type { Reading, SearchPage } from "#lib/themes/theme.ts";
import type { Composition } from "./composition.ts";
import { documentOf, siteLink } from "./document.ts";
import { pagination, postCount, problemList } from "./narrowing.ts";
import { dayElement } from "./post-parts.ts";

export const searchPage = (page: SearchPage, reading: Reading, composition: Composition): Element => {
  const { title, count, pageNumber } = page;
  return documentOf(
    page,
    {
      title: `${title}${pageNumber > 1 ? `, page ${pageNumber}` : ""} — ${page.site.name}`,
      openGraph: {},
      above: [siteLink(page)],
      main: h(
        "div",
        { class: "page results" },
        h(
          "header",
          null,
          h("h1", null, title),
          h("p", { class: "byline", role: "status" }, postCount(count)),
        ),
        problemList(page),
        posts(page, reading),
        pagination(page),
      ),
    },
    reading,
    composition,
  );
};

const posts = ({ posts }: SearchPage, reading: Reading): Element =>
  posts.length === 0
    ? h("p", { class: "nothing" }, "No posts match. Search for other words.")
    : h(
        "ul",
        { class: "found", role: "list" },
        posts.map(({ title, url, visibleDate, blog, description }) =>
          h(
            "li",
            null,
            h("h2", null, h("a", { href: url }, title)),
            h(
              "p",
              { class: "byline" },
              dayElement(visibleDate, reading),
              blog && h("a", { href: blog.url }, blog.title),
            ),
            description !== "" && h("p", { class: "text" }, description),
          ),
        ),
      );
