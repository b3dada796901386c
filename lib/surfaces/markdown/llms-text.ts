import type { Catalog } from "#lib/catalog/catalog.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { readableText } from "#lib/richtext/plain-text.ts";
import type { Site } from "#lib/site/site.ts";
import { pageAddresses } from "#lib/surfaces/content/page-context.ts";
import { bulletList, entryLine, markdownUrl, textLine } from "./markdown-text.ts";

/** The newest posts of each blog that are named; its own page leads to the others. */
const maxPosts = 50;

const maxBlogs = 50;

/**
 * What programs that read for people find on the site, as https://llmstxt.org describes it: its blogs and
 * podcasts, and their newest posts, as Markdown. Reads listings, and no bodies.
 */
export const llmsText = (catalog: Catalog, { settings }: Site, base: string): string => {
  const addressOf = pageAddresses(catalog);
  const among = { ancestorOf: null, filters: [], narrowing: null, found: null } as const;
  const list = (type: "site.Blog" | "site.Post" | "site.Page", childOf: number | null, limit: number) =>
    catalog.list(
      {
        ...among,
        types: [type],
        ...{ childOf, descendantOf: null },
        exactTypes: type === "site.Page",
        order: type === "site.Post" ? [{ field: "visible_date", descending: true }] : "default",
        window: { style: "offset", limit, offset: 0 },
      },
      anonymousViewer,
    ).listings;
  const sections = list("site.Blog", null, maxBlogs).map((blog) => {
    const entries = list("site.Post", blog.id, maxPosts).map((post) =>
      entryLine(base, {
        title: post.title,
        url: addressOf(post),
        description: post.searchDescription,
        visibleDate: post.visibleDate ?? "",
      }),
    );
    const whole = `[All of ${textLine(blog.title)}](${markdownUrl(base + addressOf(blog))})`;
    const about = readableText(blog.description ?? "") || blog.searchDescription;
    return [`## ${textLine(blog.title)}`, about && textLine(about), bulletList([...entries, whole])];
  });
  const pages = list("site.Page", null, maxPosts).map((page) =>
    entryLine(base, { title: page.title, url: addressOf(page), description: page.searchDescription }),
  );
  const optional = [
    `[Pages for programs](${base}/api/cms/pages/): the same as JSON, with search (\`?search=\`) and filters`,
    `[The API](${base}/api/openapi.json): as OpenAPI`,
    `[Sitemap](${base}/sitemap.xml): all pages`,
  ];
  return `${[
    `# ${textLine(settings.name)}`,
    "Each page has its text as Markdown at its address with `.md`, and for requests that accept `text/markdown`.",
    pages.length > 0 && "## Pages",
    bulletList(pages),
    ...sections.flat(),
    "## Optional",
    bulletList(optional),
  ]
    .filter(Boolean)
    .join("\n\n")}\n`;
};
