import { wordpressExport } from "./wordpress-export.ts";

export const oldSite = "https://old.example";

const escaped = (html: string) => html.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A post "One" with the same HTML in a source of each kind. */
export const htmlSources: Readonly<Record<string, (html: string) => readonly [kind: string, text: string]>> =
  {
    WordPress: (html) => [
      "wordpress",
      wordpressExport(oldSite, [{ id: 1, title: "One", name: "one", content: html }]),
    ],
    Ghost: (html) => [
      "ghost",
      JSON.stringify({
        db: [{ data: { posts: [{ id: "1", slug: "one", title: "One", html, ...public_ }] } }],
      }),
    ],
    RSS: (html) => [
      "rss",
      `<rss version="2.0"><channel><title>T</title><link>${oldSite}/</link><item><title>One</title><link>${oldSite}/one</link><guid>1</guid><pubDate>Tue, 02 Jan 2024 10:00:00 GMT</pubDate><description>${escaped(html)}</description></item></channel></rss>`,
    ],
    Atom: (html) => [
      "rss",
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><link href="${oldSite}/"/><entry><title>One</title><link href="${oldSite}/one"/><id>1</id><published>2024-01-02T10:00:00Z</published><content type="html">${escaped(html)}</content></entry></feed>`,
    ],
    "JSON Feed": (html) => [
      "rss",
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "T",
        home_page_url: `${oldSite}/`,
        items: [
          {
            id: "1",
            url: `${oldSite}/one`,
            title: "One",
            date_published: "2024-01-02T10:00:00Z",
            content_html: html,
          },
        ],
      }),
    ],
  };

const public_ = {
  status: "published",
  visibility: "public",
  type: "post",
  published_at: "2024-01-02T10:00:00Z",
};
