import * as z from "zod/mini";
import { keyOfAlias } from "#lib/pages/aliases.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { FieldName } from "#lib/pages/field-names.ts";
import { isGuid, maxGuidLength } from "#lib/pages/guid.ts";
import { isSlug, maxTitleLength } from "#lib/pages/slug.ts";
import type { RefusalCode } from "#lib/refusals/catalogue.ts";
import {
  booleanField,
  instantField,
  integerField,
  listField,
  listOf,
  objectOf,
  orNull,
  textField,
  wholeNumberField,
} from "./fields.ts";
import { id, oneOf } from "./shapes.ts";

/** Blocks of the sections; the document spells out their types, and those of the site. */
export const overviewBlock = z.object({ type: z.string(), value: z.unknown() });
export const detailBlock = z.object({ type: z.string(), value: z.unknown() });

/** Where a client keeps the page (contract#page-source). */
export const source = z.object({ name: z.string(), path: z.string(), digest: z.string() });

/** What the objects of posts and episodes say of the page, beside its content. */
export const pageFields = [
  ...(["id", "type", "parent", "page_slug", "live", "status"] as const),
  ...(["latest_revision_id", "previous_revision_id", "preview_url", "edit_url", "api_url"] as const),
] as const;
type PageField = (typeof pageFields)[number];

/** The editor post object (contract#read-latest). */
export const editorPost = z.object({
  id,
  type: z.literal("site.Post"),
  title: z.string(),
  slug: z.string(),
  page_slug: z.string(),
  seo_title: z.string(),
  search_description: z.string(),
  parent: z.object({ id }),
  visible_date: z.iso.datetime(),
  tags: z.array(z.string()),
  categories: z.array(id),
  cover_image: z.nullable(z.object({ id, alt_text: z.string() })),
  authors: z.optional(z.array(z.string())),
  aliases: z.optional(z.array(z.string())),
  guid: z.optional(z.string()),
  source: z.optional(source),
  overview: z.array(overviewBlock),
  detail: z.array(detailBlock),
  latest_revision_id: id,
  previous_revision_id: z.nullable(id),
  live: z.boolean(),
  status: oneOf(["draft", "live", "scheduled"], {
    draft: "not public",
    live: "public",
    scheduled: "a revision will become public at a set time",
  }),
  preview_url: z.string(),
  edit_url: z.string(),
  api_url: z.string(),
} satisfies Record<FieldName<PostContent> | PageField, unknown>);

export const publicationFields = { published_revision_id: id, public_url: z.string() };

export const publishedPost = z.extend(editorPost, publicationFields);

const titleField = textField({ maxLength: maxTitleLength });
const slugField = textField({
  maxLength: maxTitleLength,
  composed: true,
  grammar: { matches: isSlug, message: "A slug consists of letters, digits, underscores and hyphens." },
});
const aliasField = textField({
  composed: true,
  grammar: {
    matches: (text) => keyOfAlias(text) !== undefined,
    message: "An alias is a path of this site such as /2019/low-water/, outside the service's own addresses.",
  },
});
const guidField = textField({
  maxLength: maxGuidLength,
  grammar: { matches: isGuid, message: "A GUID consists of visible characters." },
});
const blocksOf = (schema: "OverviewBlock" | "DetailBlock") =>
  listField({ $ref: `#/components/schemas/${schema}` });

const markdownField = textField({ blank: true, untrimmed: true, stringsOnly: true });

type SentField = FieldName<PostContent> | "overview_markdown" | "detail_markdown" | "publish";

/** All but the cover, which a PATCH may remove, and a create may not. */
export const postContentFields = {
  title: z.optional(titleField),
  slug: z.optional(slugField),
  seo_title: z.optional(textField({ maxLength: maxTitleLength, blank: true })),
  search_description: z.optional(textField({ blank: true })),
  visible_date: z.optional(instantField()),
  tags: z.optional(listOf(textField({ maxLength: 100 }))),
  categories: z.optional(listOf(integerField())),
  authors: z.optional(listOf(textField({ maxLength: maxTitleLength }))),
  aliases: z.optional(listOf(aliasField)),
  guid: z.optional(orNull(guidField)),
  source: z.optional(
    orNull(
      objectOf({
        name: textField({ maxLength: maxTitleLength }),
        path: textField({ maxLength: 1024 }),
        digest: textField({ maxLength: 128 }),
      }),
    ),
  ),
  overview: z.optional(blocksOf("OverviewBlock")),
  overview_markdown: z.optional(markdownField),
  detail: z.optional(blocksOf("DetailBlock")),
  detail_markdown: z.optional(markdownField),
  publish: z.optional(booleanField()),
} satisfies Record<Exclude<SentField, "cover_image">, unknown>;

const coverImage = objectOf({
  id: integerField(),
  alt_text: z.optional(textField({ maxLength: maxTitleLength, blank: true })),
});

export const creationFields = {
  parent: objectOf({ id: integerField() }),
  title: titleField,
  cover_image: z.optional(coverImage),
};

export const newPost = z.object({ ...postContentFields, ...creationFields });

export const updateFields = {
  cover_image: z.optional(orNull(coverImage)),
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
