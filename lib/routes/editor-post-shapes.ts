import * as z from "zod/mini";
import { pageFields, postFields } from "#lib/pages/content-fields.ts";
import type { RefusalCode } from "#lib/refusals/catalogue.ts";
import { coverField, requiredFields, sentFields, shownFields } from "./content-shapes.ts";
import { booleanField, integerField, listField, objectOf, textField, wholeNumberField } from "./fields.ts";
import { id, oneOf } from "./shapes.ts";

/** Blocks of the sections; the document spells out their types, and those of the site. */
export const overviewBlock = z.object({ type: z.string(), value: z.unknown() });
export const detailBlock = z.object({ type: z.string(), value: z.unknown() });

const status = oneOf(["draft", "live", "scheduled"], {
  draft: "not public",
  live: "public",
  scheduled: "a revision will become public at a set time",
});

/** The members of posts and episodes that belong to the page, and not to its content. */
export const pageMembers = [
  ...(["id", "type", "parent", "page_slug", "live", "status"] as const),
  ...(["latest_revision_id", "previous_revision_id", "preview_url", "edit_url", "api_url"] as const),
] as const;

const { title, slug, ...shownOfPages } = shownFields(pageFields);

/** The editor post object (contract#read-latest). */
export const editorPost = z.object({
  id,
  type: z.literal("site.Post"),
  title,
  slug,
  page_slug: z.string(),
  ...shownOfPages,
  parent: z.object({ id }),
  ...shownFields(postFields),
  overview: z.array(overviewBlock),
  detail: z.array(detailBlock),
  latest_revision_id: id,
  previous_revision_id: z.nullable(id),
  live: z.boolean(),
  status,
  preview_url: z.string(),
  edit_url: z.string(),
  api_url: z.string(),
});

export const publicationFields = { published_revision_id: id, public_url: z.string() };

export const publishedPost = z.extend(editorPost, publicationFields);

const blocksOf = (schema: "OverviewBlock" | "DetailBlock") =>
  listField({ $ref: `#/components/schemas/${schema}` });

const markdownField = textField({ blank: true, untrimmed: true, stringsOnly: true });

const { cover_image, ...sent } = sentFields({ ...pageFields, ...postFields });

/** All but the cover, which a PATCH may remove, and a create may not. */
export const postContentFields = {
  ...sent,
  overview: z.optional(blocksOf("OverviewBlock")),
  overview_markdown: z.optional(markdownField),
  detail: z.optional(blocksOf("DetailBlock")),
  detail_markdown: z.optional(markdownField),
  publish: z.optional(booleanField()),
};

export const creationFields = {
  parent: objectOf({ id: integerField() }),
  ...requiredFields({ ...pageFields, ...postFields }),
  cover_image: z.optional(coverField),
};

export const newPost = z.object({ ...postContentFields, ...creationFields });

export const updateFields = {
  cover_image,
  base_revision_id: z.optional(wholeNumberField()),
  require_unpublished: z.optional(booleanField()),
};

/** The header that names the revision on which a request is based. */
export const revisionHeader = {
  "If-Match": 'The latest revision id as one strong, quoted integer, for example `"12"`.',
};

export const updateErrors = [
  "validation_error",
  "not_found",
  "permission_denied",
  "revision_conflict",
  "published_post",
  "scheduled_post",
  "page_locked",
  "busy",
] as const satisfies readonly RefusalCode[];

export const publishErrors = [
  "validation_error",
  "not_found",
  "permission_denied",
  "revision_conflict",
  "no_unpublished_draft",
  "no_revision",
  "page_locked",
  "workflow_active",
  "busy",
] as const satisfies readonly RefusalCode[];
