import * as z from "zod/mini";
import { isSlug, maxTitleLength } from "#lib/pages/slug.ts";
import {
  booleanField,
  instantField,
  integerField,
  listField,
  listOf,
  objectOf,
  orNull,
  textField,
} from "./fields.ts";
import { route } from "./route.ts";
import { id } from "./shapes.ts";

const bodyBlock = z.object({ type: z.string(), value: z.unknown() });

/** The editor post object (spec "Editor post object"). */
export const editorPost = z.object({
  id,
  type: z.enum(["site.Post", "site.Episode"]),
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
  overview: z.array(bodyBlock),
  detail: z.array(bodyBlock),
  latest_revision_id: id,
  previous_revision_id: z.nullable(id),
  live: z.boolean(),
  status: z.enum(["draft", "live", "scheduled"]),
  preview_url: z.string(),
  edit_url: z.string(),
  api_url: z.string(),
});

/** The answer of a publication: the post and where the public finds it. */
export const publishedPost = z.extend(editorPost, { published_revision_id: id, public_url: z.string() });

const titleField = textField({ maxLength: maxTitleLength });
const slugField = textField({
  maxLength: maxTitleLength,
  grammar: { matches: isSlug, message: "A slug consists of letters, digits, underscores and hyphens." },
});
const blocks = listField({
  type: "object",
  properties: { type: { type: "string" }, value: {} },
  required: ["type"],
});

/** What a post's content may be given as; on PATCH every field may be left out. */
const contentFields = {
  title: z.optional(titleField),
  slug: z.optional(slugField),
  seo_title: z.optional(textField({ maxLength: maxTitleLength, blank: true })),
  search_description: z.optional(textField({ blank: true })),
  visible_date: z.optional(instantField()),
  tags: z.optional(listOf(textField({ maxLength: 100 }))),
  categories: z.optional(listOf(integerField())),
  overview: z.optional(blocks),
  overview_markdown: z.optional(textField({ blank: true, untrimmed: true })),
  detail: z.optional(blocks),
  detail_markdown: z.optional(textField({ blank: true, untrimmed: true })),
  publish: z.optional(booleanField()),
};

const coverImage = objectOf({
  id: integerField(),
  alt_text: z.optional(textField({ maxLength: maxTitleLength, blank: true })),
});

/** The body of a create. */
export const newPost = z.object({
  ...contentFields,
  parent: objectOf({ id: integerField() }),
  title: titleField,
  cover_image: z.optional(coverImage),
});

/** The body of a PATCH. */
export const postChanges = z.object({
  ...contentFields,
  cover_image: z.optional(orNull(coverImage)),
  base_revision_id: z.optional(integerField()),
  require_unpublished: z.optional(booleanField()),
});

const revisionHeader = {
  "If-Match": 'The latest revision id as one strong, quoted integer, for example `"12"`.',
};

const path = "/api/editor/posts/";
const onePost = `${path}{id}/`;
const common = { auth: "editor", envelope: "editor" } as const;
const onPost = { ...common, params: ["id"] } as const;

export const lookUpPost = route({
  ...common,
  id: "editor/posts/lookup",
  alsoAtPath: ["POST"],
  method: "GET",
  path,
  summary: "find the post of a parent whose latest revision has a slug",
  permission: "edit on the matching post",
  query: {
    parent: { description: "Id of a blog or podcast.", type: "integer", required: true },
    slug: { description: "Slug of the latest revision, exactly.", required: true },
  },
  answer: editorPost,
  errors: ["validation_error", "not_found", "permission_denied", "ambiguous_lookup"],
  uses: ["table:read"],
});

export const createPost = route({
  ...common,
  id: "editor/posts/create",
  alsoAtPath: ["GET"],
  method: "POST",
  path,
  summary: "create a draft post",
  scope: "write",
  permission: "add on the parent",
  body: newPost,
  bodyKinds: ["json", "form", "multipart"],
  status: 201,
  answer: editorPost,
  errors: ["validation_error", "permission_denied", "busy"],
  uses: ["table:write"],
});

export const readPost = route({
  ...onPost,
  id: "editor/posts/read",
  alsoAtPath: ["PATCH"],
  method: "GET",
  path: onePost,
  summary: "read a post from its latest revision",
  permission: "edit",
  answer: editorPost,
  errors: ["not_found", "permission_denied"],
  uses: ["table:read"],
});

export const updatePost = route({
  ...onPost,
  id: "editor/posts/update",
  alsoAtPath: ["GET"],
  method: "PATCH",
  path: onePost,
  summary: "save a new draft of a post",
  scope: "write",
  permission: "edit",
  headers: revisionHeader,
  body: postChanges,
  bodyKinds: ["json", "form", "multipart"],
  answer: editorPost,
  errors: [
    "validation_error",
    "not_found",
    "permission_denied",
    "revision_conflict",
    "published_post",
    "scheduled_post",
    "page_locked",
    "busy",
  ],
  uses: ["table:write"],
});

export const publishPost = route({
  ...onPost,
  id: "editor/posts/publish",
  method: "POST",
  path: `${onePost}publish/`,
  summary: "publish the latest draft of a post",
  scope: "publish",
  permission: "edit and publish",
  headers: revisionHeader,
  answer: publishedPost,
  errors: [
    "validation_error",
    "not_found",
    "permission_denied",
    "revision_conflict",
    "no_unpublished_draft",
    "no_revision",
    "page_locked",
    "workflow_active",
    "busy",
  ],
  uses: ["table:write"],
});
