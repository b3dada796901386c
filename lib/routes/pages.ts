import * as z from "zod/mini";
import { revalidated } from "./revalidated.ts";
import { route } from "./route.ts";
import { envelopeOf, id, themeChoice } from "./shapes.ts";

/** A page of the page-content API; which members stand in it depends on `fields`. */
export const pageItem = z.looseObject({
  id: z.optional(id),
  meta: z.optional(z.looseObject({})),
  title: z.optional(z.string()),
});

/** What may be said of how the pages are shown, in lists and details. */
const showing = {
  fields: { description: "Fields to show, such as `body,-title`, `*` or `_,title`." },
  type: { description: "Page types, comma-separated, such as `site.Post`; subtypes count." },
  order: { description: "Fields to order by, comma-separated; prefix `-` for descending; `random`." },
  site: { description: "The site, by host or host:port; only ours is there." },
  rich_text_format: {
    description: "How `description` is written: `db_html`, `html`, `db_markdown` or `markdown`.",
  },
  ...themeChoice,
  render_for_feed: { description: "`false` for site-relative links between pages.", type: "boolean" },
  format: { description: "`json`." },
} as const;

/** What pages may be filtered by, besides; a single `type` brings further fields. */
const filters = {
  child_of: { description: "Only direct children of this page; `root` is the site's root page." },
  descendant_of: { description: "Only pages below this page; `root` is the site's root page." },
  ancestor_of: { description: "Only pages above this page.", type: "integer" },
  translation_of: { description: "Only translations of this page." },
  locale: { description: "Only pages in this language." },
  id: { description: "Only the page with this id.", type: "integer" },
  slug: { description: "Only pages with exactly this slug." },
  title: { description: "Only pages with exactly this title." },
  seo_title: { description: "Only pages with exactly this SEO title." },
  search_description: { description: "Only pages with exactly this description." },
  first_published_at: { description: "Only pages first published at this instant." },
  show_in_menus: { description: "Only pages that are, or are not, shown in menus.", type: "boolean" },
  alias_of: { description: "Only aliases of this page.", type: "integer" },
  description: { description: "With a blog type: only blogs with exactly this description." },
  uuid: { description: "With a post type: only the post with this UUID." },
  visible_date: { description: "With a post type: only posts of this instant." },
  cover_image: { description: "With a post type: only posts with this cover image.", type: "integer" },
  cover_alt_text: { description: "With a post type: only posts with exactly this text." },
  body: { description: "With a post type: only posts with exactly this body." },
} as const;

const searching = {
  search: { description: "Only pages with all of these words, those that fit best first." },
  search_operator: { description: "`or` for pages with any of the words; `and` is the default." },
} as const;

/** The enhanced filters: a value that a filter cannot have counts for nothing. */
const enhanced = {
  use_post_filter: { description: "`true`: only posts and episodes, and the following filters count." },
  date_facets: { description: "Only posts of this month, such as `2025-02`." },
  category_facets: { description: "Only posts with the category of this slug." },
  tag_facets: { description: "Only posts with the tag of this slug." },
  date_after: { description: "Only posts from this day on, such as `2025-02-01`." },
  date_before: { description: "Only posts up to this day." },
  o: { description: "`visible_date` or `-visible_date`, where `order` says nothing." },
} as const;

const windows = {
  limit: { description: "At most this many pages, up to 200.", type: "integer" },
  offset: { description: "Skip this many pages.", type: "integer" },
  page: { description: "The page of the list, from 1, or `last`; not together with `limit` and `offset`." },
  pageSize: { description: "Pages per page of the list, up to 200.", type: "integer" },
} as const;

const common = { auth: "public", envelope: "pages" } as const;

export const listPages = route({
  ...common,
  ...revalidated,
  id: "pages/list",
  method: "GET",
  path: "/api/cms/pages/",
  summary: "list the live pages that the caller may view",
  query: { ...showing, ...filters, ...searching, ...enhanced, ...windows },
  answer: z.extend(envelopeOf(pageItem), { meta: z.object({ total_count: z.int() }) }),
  errors: ["bad_query", "not_found", "busy"],
  uses: ["table:read", "catalog"],
});

export const readPage = route({
  ...common,
  ...revalidated,
  id: "pages/read",
  method: "GET",
  path: "/api/cms/pages/{id}/",
  params: ["id"],
  summary: "read a live page",
  query: showing,
  answer: pageItem,
  errors: ["bad_query", "not_found", "busy"],
  uses: ["table:read", "catalog"],
});

export const findPage = route({
  ...common,
  id: "pages/find",
  method: "GET",
  path: "/api/cms/pages/find/",
  summary: "go to the page of a path or an id",
  query: {
    html_path: { description: "The page's address below the site, such as `/notes/first-ice/`." },
    id: { description: "The page's id; `html_path` wins over it.", type: "integer" },
  },
  status: 302,
  errors: ["not_found", "busy"],
  uses: ["table:read", "catalog"],
});
