import * as z from "zod/mini";
import { mediaKinds } from "#lib/media/media.ts";
import { editorPageQuery } from "#lib/queries/editor-page-query.ts";
import { strictWindowQuery } from "#lib/queries/pagination.ts";
import { tagListQuery } from "#lib/queries/tag-list-query.ts";
import { source } from "./content-shapes.ts";
import { editorPost, othersTyping } from "./editor-post-shapes.ts";
import { verbsOfParent, verbsOfPost } from "./may-shapes.ts";
import { route } from "./route.ts";
import { envelopeOf, id, oneOf } from "./shapes.ts";

const instant = z.nullable(z.iso.datetime());
const count = z.int().check(z.nonnegative());

const kinds = { image: "a picture", audio: "a sound", video: "a film" };

/** A media object that a page uses, with the checksums of its files. */
const usedObject = z.object({ kind: oneOf(mediaKinds, kinds), id, parts_sha256: z.array(z.string()) });

/** A page in its editors' list (contract#pages-for-editors). */
export const listedPage = z.object({
  id,
  type: oneOf(["site.HomePage", "site.Blog", "site.Podcast", "site.Post", "site.Episode", "site.Page"], {
    "site.HomePage": "the site's home page",
    "site.Blog": "a blog",
    "site.Podcast": "a podcast",
    "site.Post": "a post",
    "site.Episode": "an episode of a podcast",
    "site.Page": "a page that is no post, such as an imprint",
  }),
  title: z.string(),
  slug: z.string(),
  parent: z.nullable(z.object({ id })),
  status: editorPost.shape.status,
  live: z.boolean(),
  has_draft: z.boolean(),
  latest_revision_id: z.nullable(id),
  previous_revision_id: z.nullable(id),
  published_revision_id: z.nullable(id),
  visible_date: instant,
  changed_at: z.iso.datetime(),
  changed_by: z.nullable(z.string()),
  first_published_at: instant,
  last_published_at: instant,
  scheduled_for: z.nullable(z.string()),
  locked: z.boolean(),
  locked_by: z.nullable(z.string()),
  workflow: z.nullable(z.object({ name: z.string(), task: z.string(), state: z.string() })),
  source: z.nullable(source),
  api_url: z.nullable(z.string()),
  edit_url: z.string(),
  preview_url: z.nullable(z.string()),
  public_url: z.nullable(z.string()),
  /** Only if it is requested; null for a page that uses too many to list. */
  media: z.optional(z.nullable(z.array(usedObject))),
  /** Only if it is requested. */
  being_edited: z.optional(othersTyping),
  may: z.optional(z.union([verbsOfPost, verbsOfParent])),
});

const countedTag = z.object({ slug: z.nullable(z.string()), name: z.string(), count });
const countedCategory = z.object({ id, slug: z.string(), name: z.string(), count });
const countedSeason = z.extend(countedCategory, { number: z.int() });

const common = {
  method: "GET",
  auth: "editor",
  envelope: "editor",
  uses: ["table:read", "catalog"],
} as const;

export const listEditablePages = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/pages/list",
  alsoAtPath: ["POST"],
  path: "/api/editor/pages/",
  summary: "list the pages that the caller may edit, drafts too",
  permission: "edit",
  answer: envelopeOf(listedPage),
  query: editorPageQuery,
  errors: ["validation_error"],
}));

export const listTags = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/tags/list",
  path: "/api/editor/tags/",
  summary: "list the tags of the posts that the caller may edit",
  permission: "edit",
  answer: envelopeOf(countedTag),
  query: tagListQuery,
  errors: ["validation_error"],
}));

export const listCategories = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/categories/list",
  path: "/api/editor/categories/",
  summary: "list the categories, and how many posts with each the caller may edit",
  answer: envelopeOf(countedCategory),
  query: strictWindowQuery,
  errors: ["validation_error", "not_found"],
}));

export const listSeasons = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/parents/list-seasons",
  path: "/api/editor/parents/{id}/seasons/",
  summary: "list the seasons of a podcast",
  permission: "add on the podcast, or edit",
  params: ["id"],
  answer: envelopeOf(countedSeason),
  query: strictWindowQuery,
  errors: ["validation_error", "not_found", "permission_denied"],
}));
