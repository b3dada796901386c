import * as z from "zod/mini";
import type { SectionName } from "#lib/blocks/sections.ts";
import {
  episodeFields,
  pageFields,
  postFields,
  standaloneFields,
  writtenFields,
} from "#lib/pages/content-fields.ts";
import type { RefusalCode } from "#lib/refusals/catalogue.ts";
import { coverField, requiredFields, sentFields, shownFields } from "./content-shapes.ts";
import {
  booleanField,
  integerField,
  listField,
  objectOf,
  textField,
  uncheckedFields,
  wholeNumberField,
} from "./fields.ts";
import { verbsOfPost } from "./may-shapes.ts";
import { id, oneOf, shapeOf } from "./shapes.ts";

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

/** What the object begins with, before the fields of its kind. */
const beginning = {
  title,
  slug,
  page_slug: z.string(),
  ...shownOfPages,
  parent: z.object({ id }),
};

/** What follows after the fields of its kind. */
const ending = {
  overview: z.array(overviewBlock),
  detail: z.array(detailBlock),
  latest_revision_id: id,
  previous_revision_id: z.nullable(id),
  live: z.boolean(),
  status,
  preview_url: z.string(),
  edit_url: z.string(),
  api_url: z.string(),
};

/** The editor post object (contract#read-latest). */
export const editorPost = z.object({
  id,
  type: z.literal("site.Post"),
  ...beginning,
  ...shownFields(postFields),
  ...ending,
});

/** The object of a page that is no post (contract#standalone-pages). */
export const editorPage = z.object({
  id,
  type: z.literal("site.Page"),
  ...beginning,
  ...shownFields(writtenFields),
  ...shownFields(standaloneFields),
  ...ending,
});

/** Who else has typed into a page lately, the newest first (contract#being-edited). */
export const othersTyping = z.array(z.object({ user: z.string(), updated_at: z.iso.datetime() }));

/** Only if the request asks for them (contract#being-edited, contract#may). */
const readFields = () => ({ being_edited: z.optional(othersTyping), may: z.optional(verbsOfPost) });

/** Only if the request names a working copy, and another one is there (contract#working-copy-saves). */
const savedFields = { working_copy: z.optional(z.literal("kept")) };

const savedPost = z.extend(editorPost, savedFields);

const savedPage = z.extend(editorPage, savedFields);

const publicationFields = { published_revision_id: id, public_url: z.string(), ...savedFields };

const publishedPost = z.extend(editorPost, publicationFields);

const publishedPage = z.extend(editorPage, publicationFields);

const blocksOf = (schema: "OverviewBlock" | "DetailBlock") =>
  listField({ $ref: `#/components/schemas/${schema}` });

const markdownField = textField({ blank: true, untrimmed: true, stringsOnly: true });

/** The names of a section in requests: as blocks, and as Markdown. A request has one of them at most. */
export const sectionForms = <Name extends SectionName>(name: Name) => [name, `${name}_markdown`] as const;

/** The section that new posts have, be it empty. */
export const neededSection = "overview" satisfies SectionName;

const sections = {
  overview: z.optional(blocksOf("OverviewBlock")),
  overview_markdown: z.optional(markdownField),
  detail: z.optional(blocksOf("DetailBlock")),
  detail_markdown: z.optional(markdownField),
  publish: z.optional(booleanField()),
};

const { cover_image, ...sent } = sentFields({ ...pageFields, ...postFields });

/** All but the cover, which a PATCH may remove, and a create may not. */
const postContentFields = { ...sent, ...sections };

const sentByPages = sentFields({ ...pageFields, ...writtenFields, ...standaloneFields });

const pageContentFields = { ...sentByPages, ...sections };

const creationFields = {
  parent: objectOf({ id: integerField() }),
  ...requiredFields({ ...pageFields, ...postFields }),
  cover_image: z.optional(coverField()),
};

export const newPost = z.object({ ...postContentFields, ...creationFields });

/** A page that is no post; its parent may be a home page, too. */
export const newStandalonePage = z.object({ ...pageContentFields, ...creationFields });

const updateFields = {
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

/** The editor episode object: a post with what podcast directories need (contract#episode-fields). */
export const editorEpisode = z.extend(editorPost, {
  type: z.literal("site.Episode"),
  ...shownFields(episodeFields),
});

export const savedEpisode = z.extend(editorEpisode, savedFields);

export const readableEpisode = /* @__PURE__ */ shapeOf(() => ({ ...editorEpisode.shape, ...readFields() }));

const readablePost = /* @__PURE__ */ shapeOf(() => ({ ...editorPost.shape, ...readFields() }));

const readablePage = /* @__PURE__ */ shapeOf(() => ({ ...editorPage.shape, ...readFields() }));

/** The answer of post endpoints that read. */
export const readableWritten = /* @__PURE__ */ z.discriminatedUnion("type", [
  readablePost,
  readableEpisode,
  readablePage,
]);

/** The answer of post endpoints after a save. */
export const savedWritten = z.discriminatedUnion("type", [savedPost, savedEpisode, savedPage]);

export const publishedEpisode = z.extend(editorEpisode, publicationFields);

/** The answer of post endpoints, which show an episode as an episode (contract#episode-endpoints). */
export const editorWritten = z.discriminatedUnion("type", [editorPost, editorEpisode, editorPage]);

/** The answer of post endpoints after a publication. */
export const publishedWritten = z.discriminatedUnion("type", [
  publishedPost,
  publishedEpisode,
  publishedPage,
]);

/**
 * An episode's fields beside a post's. Absent means the default on create, and no change on PATCH.
 */
const sentByEpisodes = sentFields(episodeFields);

export const newEpisode = z.object({ ...postContentFields, ...sentByEpisodes, ...creationFields });

export const episodeChanges = z.object({ ...postContentFields, ...sentByEpisodes, ...updateFields });

export const postChanges = z.object({ ...postContentFields, ...updateFields });

export const pageChanges = z.object({ ...pageContentFields, ...updateFields });

/** The names of fields that not all that is written has. */
export const namesOfSomeKinds: ReadonlySet<string> = new Set([
  ...Object.keys(sentByEpisodes),
  ...Object.keys(sent).filter((name) => !(name in sentByPages)),
  ...Object.keys(sentFields(standaloneFields)),
]);

/** The body of a PATCH at the post endpoint, which is parsed once it is known what the page is. */
export const writtenChanges = uncheckedFields({
  ...pageContentFields,
  ...postContentFields,
  ...sentByEpisodes,
  ...updateFields,
});
