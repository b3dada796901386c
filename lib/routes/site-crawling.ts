import { sitemapQuery } from "#lib/queries/site-page-queries.ts";
import { revalidated, route } from "./route.ts";

export const readRobots = /* @__PURE__ */ route(() => ({
  id: "site/robots/read",
  method: "GET",
  path: "/robots.txt",
  summary: "tell crawlers what they may read",
  auth: "public",
  envelope: "legacy",
  ...revalidated,
  answerType: "text/plain; charset=utf-8",
  uses: ["table:read"],
}));

export const readSitemap = /* @__PURE__ */ route(() => ({
  id: "site/sitemap/read",
  method: "GET",
  path: "/sitemap.xml",
  summary: "list the pages that search engines may index",
  auth: "public",
  envelope: "legacy",
  query: sitemapQuery,
  ...revalidated,
  answerType: "application/xml; charset=utf-8",
  errors: ["busy", "not_found"],
  uses: ["table:read", "catalog"],
}));

export const readLlms = /* @__PURE__ */ route(() => ({
  id: "site/llms/read",
  method: "GET",
  path: "/llms.txt",
  summary: "tell programs that read for people what the site has, as Markdown",
  auth: "public",
  envelope: "legacy",
  ...revalidated,
  answerType: "text/markdown; charset=utf-8",
  takesAnyAccept: true,
  errors: ["busy", "not_found"],
  uses: ["table:read", "catalog"],
}));

export const readFavicon = /* @__PURE__ */ route(() => ({
  id: "site/favicon/read",
  method: "GET",
  path: "/favicon.ico",
  summary: "find the site's icon",
  auth: "public",
  envelope: "legacy",
  status: 302,
  errors: ["not_found"],
  uses: ["table:read"],
}));
