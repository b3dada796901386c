import { inOrder } from "#lib/field.ts";
import {
  blogFields,
  type ContentFields,
  type ContentType,
  episodeFields,
  pageFields,
  postFields,
} from "#lib/pages/content-fields.ts";
import { declared, filterKinds } from "#lib/pages/content-values.ts";
import { themeParameters } from "./page-rendering.ts";
import { windowParameters } from "./pagination.ts";
import { postFilterParameters } from "./post-filter.ts";
import { formatParameter, type QueryParameter } from "./query-declaration.ts";
import { orderParameter, searchParameters } from "./search-and-order.ts";

/** The parameters of a page, alone or in a list. */
export const pageReadParameters = {
  fields: { description: "Fields to show, such as `body,-title`, `*` or `_,title`." },
  type: { description: "Page types, comma-separated, such as `site.Post`; subtypes count." },
  exact_type: {
    description: "`true`: subtypes do not count, so that `site.Post` has no episodes.",
    type: "boolean",
  },
  order: orderParameter,
  site: { description: "The site, by host or host:port; only ours is there." },
  rich_text_format: {
    description: "How `description` is written: `db_html`, `html`, `db_markdown` or `markdown`.",
  },
  ...themeParameters,
  render_for_feed: { description: "`false` for site-relative links between pages.", type: "boolean" },
  format: formatParameter,
} as const;

/** The parameters of page lists that mean the same with every `type`. */
export const pageListParameters = {
  ...pageReadParameters,
  child_of: { description: "Only direct children of this page; `root` is the site's root page." },
  descendant_of: { description: "Only pages below this page; `root` is the site's root page." },
  ancestor_of: { description: "Only pages above this page.", type: "integer" },
  translation_of: { description: "Only translations of this page." },
  locale: { description: "Only pages in this language." },
  ...searchParameters,
  use_post_filter: { description: "`true`: only posts and episodes, and the following filters count." },
  ...postFilterParameters,
  o: { description: "`visible_date` or `-visible_date`, where `order` says nothing." },
  ...windowParameters,
} as const;

/** The parameters that filter by what items have beside content. */
const computedParameters: Readonly<Record<string, QueryParameter>> = {
  id: { description: "Only the page with this id.", type: "integer" },
  first_published_at: { description: "Only pages first published at this instant." },
  show_in_menus: { description: "Only pages that are, or are not, shown in menus.", type: "boolean" },
  alias_of: { description: "Only aliases of this page.", type: "integer" },
  uuid: { description: "With a post type: only the post with this UUID." },
  cover_alt_text: { description: "With a post type: only posts with exactly this text." },
};

/** The words for a filter of listed pages, for types of fields that are compared in another way. */
const filterWords: { readonly [Type in ContentType]?: string } = {
  instant: "of this instant",
  cover: "with this cover image",
};

/** The parameters that filter by these fields. `listed`: which pages have them. */
const contentParameters = (listed: string, fields: ContentFields): Readonly<Record<string, QueryParameter>> =>
  Object.fromEntries(
    declared(fields).flatMap(([, { type, item }, name]) => {
      if (!item?.filter) return [];
      const called = item.filter === true ? name.replaceAll("_", " ") : item.filter;
      const which = filterWords[type] ?? `with exactly this ${called}`;
      const kind = filterKinds[type];
      const isText = kind !== "integer" && kind !== "boolean";
      return [[name, { description: `${listed} ${which}.`, ...(!isText && { type: kind }) }]];
    }),
  );

/** The parameters that filter by a field. A single `type` allows further fields. */
export const pageFieldParameters = inOrder(
  [
    ...["id", "slug", "title", "seo_title", "search_description", "first_published_at", "show_in_menus"],
    ...["alias_of", "description", "uuid", "visible_date", "cover_image", "cover_alt_text", "body"],
  ],
  {
    ...computedParameters,
    ...contentParameters("Only pages", pageFields),
    ...contentParameters("With a blog type: only blogs", blogFields),
    ...contentParameters("With a post type: only posts", { ...postFields, ...episodeFields }),
  },
);
