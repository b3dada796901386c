import type { Route } from "#lib/routes/route.ts";
import packageFile from "../../package.json" with { type: "json" };
import { blockSchemas } from "./block-schemas.ts";
import { inputSchema, sharedSchemas } from "./json-schema.ts";
import { bodyName, documentedPath, operationOf, tagOf } from "./operation.ts";
import type { JsonSchema } from "./reference.ts";
import { refusalComponents, refusalSchemas } from "./refusal-responses.ts";

const description = `What this service answers to, generated from its route table.

Every path also answers without its trailing slash, HEAD wherever GET does, and OPTIONS everywhere. Objects may have further
members than those described here; ignore what you do not know. In forms a dot leads into an object (\`parent.id=3\`), and
fields that hold lists are repeated or given as JSON. docs/errors.md explains the codes of refusals and of field problems.`;

const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "A token. One that carries scopes needs the named one; one that carries none may do what its user may.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "sessionid",
    description: "The session that signing in at `/accounts/login/` starts.",
  },
  csrfToken: {
    type: "apiKey",
    in: "header",
    name: "X-CSRFToken",
    description:
      "The value of the cookie `csrftoken`, which requests of a session that change something send back.",
  },
} as const;

export const openApiDocument = (routes: readonly Route[]) => ({
  openapi: "3.1.0",
  info: { title: "Lectern", version: packageFile.version, description },
  servers: [{ url: "/" }],
  tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: tagDescriptions[name] ?? "" })),
  paths: pathsOf(routes),
  components: {
    securitySchemes,
    schemas: { ...sharedSchemas(), ...blockSchemas(), ...bodySchemas(routes), ...refusalSchemas },
    responses: refusalComponents(routes),
  },
});

const pathsOf = (routes: readonly Route[]): Record<string, Record<string, unknown>> => {
  const operations = Map.groupBy(routes, documentedPath);
  return Object.fromEntries(
    [...operations].map(([path, routesThere]) => [
      path,
      Object.fromEntries(routesThere.map((route) => [route.method.toLowerCase(), operationOf(route)])),
    ]),
  );
};

const bodySchemas = (routes: readonly Route[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    routes.flatMap((route) => (route.body ? [[bodyName(route), inputSchema(route.body)]] : [])),
  );

/** The purpose of the operations of each tag; a tag is a folder of functions. */
const tagDescriptions: Readonly<Record<string, string>> = {
  api: "The API itself.",
  accounts: "Signing in and out, passwords.",
  "accounts/agents": "The page of programs that may act for somebody.",
  "accounts/authorize": "The page on which people give programs access.",
  "accounts/feeds": "The page on which people make and revoke feeds of podcasts for themselves.",
  "administration/export": "The whole site as a manifest.",
  "administration/manifest": "The whole site from a manifest.",
  "administration/pages": "What administrators do with pages of any kind.",
  "administration/site": "What administrators set of the site, one by one.",
  "administration/statistics": "What was counted: downloads, views, readers of feeds.",
  "administration/status": "How the service is, for administrators.",
  "administration/tokens": "Tokens of all accounts.",
  "administration/users": "Accounts.",
  "cms/pages": "Drafts and what an editor can do with a page, as pages for people.",
  "cms/statistics": "What was counted, as a page for administrators.",
  "api-docs": "The API for people.",
  audios: "Audios of a signed-in user, and what players need.",
  changes: "What strangers may view and how it changed, for site builders.",
  comments:
    "Comments of visitors: reading and judging them, and the data that a spam classifier learns from.",
  editor: "What an editor has to know about itself and the pages that it may edit.",
  "editor/episodes": "Episodes of podcasts, with their fields for directories. They are posts, too.",
  "editor/bin": "Posts and episodes that were deleted less than 30 days ago.",
  "editor/media": "Images, audios and videos that authors may use, and where new ones may go.",
  "editor/categories": "Categories, and how many posts have each.",
  "editor/pages": "The pages that an editor may edit, with their drafts.",
  "editor/parents": "Blogs and podcasts that an author may write in.",
  "editor/posts": "Writing and publishing posts, and episodes where the two do not differ.",
  "editor/schema": "What the fields of pages, media and the site take, for those who draw forms.",
  "editor/site": "What an editor has to know about the site.",
  "editor/tags": "Tags of posts that an editor may edit.",
  "editor/tokens": "Tokens of one's own, which programs send.",
  "editor/uploads": "Uploads in parts, for files that are too large for one request.",
  "editor/webhooks": "Addresses that are called when strangers can see a change, and the calls.",
  facets: "How many posts of a blog each filter leaves.",
  images: "Images by id, for themes and players.",
  oauth: "How programs that ask people for access get tokens for `/api/mcp/`.",
  pages: "Content of live pages, for readers and site builders.",
  "private-feeds": "Feeds of podcasts for one person.",
  "preview-links": "Drafts for people and programs that have a link to them.",
  "site/favicon": "The site's icon.",
  "site/llms": "What programs that read for people find here.",
  "site/media": "Files of media.",
  "site/pages": "Pages for people.",
  "site/robots": "What crawlers may visit.",
  "site/scripts": "Scripts of the site's pages.",
  "site/sitemap": "All public pages, for crawlers.",
  suggestions: "Filters and titles that fit what a visitor types.",
  themes: "The look of the site's pages.",
  token: "Tokens for programs that have one of another service.",
  videos: "Videos of a signed-in user.",
};
