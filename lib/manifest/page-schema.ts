import * as z from "zod";
import type { SaidName } from "#lib/field.ts";
import { type Comment, maxCommentBytes, moderations } from "#lib/pages/comment.ts";
import type { FieldName } from "#lib/pages/content.ts";
import {
  blogFields,
  type ContentField,
  type ContentType,
  episodeFields,
  homeFields,
  pageFields,
  podcastFields,
  postFields,
  standaloneFields,
  writtenFields,
} from "#lib/pages/content-fields.ts";
import { declared } from "#lib/pages/content-values.ts";
import { seasonFields, type WorkflowState } from "#lib/pages/page.ts";
import { instant, secret, slug, text, title, uuid, verbatim } from "./fields.ts";
import { inManifestOrder } from "./manifest-order.ts";
import { objectSchema, type SaidValueOf, sayings } from "./sayings.ts";

/** The format of the pages in a site manifest. */

export const strictObject = z.strictObject;

export const restriction = z
  .discriminatedUnion("type", [
    strictObject({ type: z.literal("login") }),
    strictObject({ type: z.literal("groups"), groups: z.array(text()).min(1) }),
    strictObject({ type: z.literal("password"), password: secret() }),
  ])
  .nullable()
  .meta({ description: "Who may see this and everything below it; absent: everybody." });

const block = z.unknown().meta({
  type: "object",
  properties: { type: { type: "string" }, value: {} },
  required: ["type", "value"],
  description:
    "A block of the editor API, which names media by key and pages by path: {image: heron}, " +
    '{page: /home/notes}, <a linktype="page" id="/home/notes">.',
});

const storedBlock = strictObject({
  type: verbatim(),
  value: z.unknown().refine((value) => value !== undefined, "is required: expected a stored value"),
  id: verbatim().optional(),
});

/** Pages have their titles and slugs, and bodies are said by sections. */
type SaidElsewhere = { readonly type: "title" | "slug" | "body" };

type ContentShape<Fields extends Readonly<Record<string, ContentField>>> = {
  readonly [Name in keyof Fields & string as Fields[Name] extends SaidElsewhere
    ? never
    : SaidName<Name, Fields[Name]>]: z.ZodOptional<z.ZodType<SaidValueOf<Fields[Name]>>>;
};

const descriptions: { readonly [Type in ContentType]?: string } = {
  guid: "What feeds name the post by; absent: its UUID.",
};

const contentShape = <const Fields extends Readonly<Record<string, ContentField>>>(fields: Fields) =>
  inManifestOrder(
    Object.fromEntries(
      declared(fields).flatMap(([, { type, ...field }, wire]) => {
        if (type === "title" || type === "slug" || type === "body") return [];
        const saying = sayings[type]({ ...field, type }).optional();
        const description = descriptions[type];
        return [[wire, description ? saying.meta({ description }) : saying]];
      }),
    ),
  ) as ContentShape<Fields>;

const pageContent = contentShape(pageFields);

const homeContent = { ...pageContent, ...contentShape(homeFields) };

const blogContent = { ...pageContent, ...contentShape(blogFields) };

const podcastContent = { ...blogContent, ...contentShape(podcastFields) };

const sections = {
  overview: z.array(block).optional(),
  overview_markdown: verbatim().optional(),
  detail: z.array(block).optional(),
  detail_markdown: verbatim().optional(),
  stored_body: z.record(z.string(), z.array(storedBlock)).optional(),
};

const postContent = { ...pageContent, ...contentShape(postFields), ...sections };

const standaloneContent = {
  ...pageContent,
  ...contentShape(writtenFields),
  ...contentShape(standaloneFields),
  ...sections,
};

const episodeContent = { ...postContent, ...contentShape(episodeFields) };

/** In place of ids, and of the name of the text. */
type CommentReference = "key" | "answer_to" | "body";

const comment = strictObject({
  key: text({ max: 200 }).optional(),
  answer_to: text({ max: 200 })
    .optional()
    .meta({ description: "The key of the comment before it that it answers." }),
  name: text({ max: 150 }),
  email: text({ max: 254, blank: true }).default(""),
  title: text({ max: 255, blank: true }).optional(),
  body: text({ max: 10_000 }),
  moderation: z.enum(moderations),
  removed: z.boolean().optional().meta({ description: "True if a moderator has taken it down." }),
  created_at: instant().optional(),
  from_visitor: z
    .boolean()
    .optional()
    .meta({ description: "True if a visitor wrote it: files that do not name it leave it there." }),
  score: z.number().min(0).max(1).optional(),
} satisfies Record<Exclude<FieldName<Comment>, "id" | "parent_id" | "text"> | CommentReference, z.ZodType>);

const commentsEnabled = { comments_enabled: z.boolean().default(true) };

const comments = z
  .array(comment)
  .refine(
    (list) => Buffer.byteLength(JSON.stringify(list)) <= maxCommentBytes,
    `expected at most ${maxCommentBytes} bytes of comments`,
  )
  .optional();

const season = objectSchema(seasonFields);

const seasons = z.array(season).optional();

const workflowState = strictObject({
  name: text(),
  state: z.enum(["in_progress", "needs_changes"]),
  task: text().optional().meta({ description: "Absent: that of the page, or else the first." }),
  started_by: text().optional(),
} satisfies Record<Exclude<FieldName<WorkflowState>, "groups">, unknown>);

/** What a page below which there are others says of itself, beside its path and what other routes change. */
const described = <Content extends z.ZodRawShape>(content: Content) =>
  strictObject({
    title: title(),
    ...content,
    live: z.boolean().default(true),
    show_in_menus: z.boolean().default(false),
  });

/** The schemas of the pages below which there are others, as the site's parents have them. */
export const parentSchemas = {
  home: () => described(homeContent),
  blog: () => described({ ...blogContent, ...commentsEnabled }),
  podcast: () => described({ ...podcastContent, ...commentsEnabled, seasons }),
};

/** A type of page: its content, drafts, and what only administrators set. */
const page = <Type extends string, Content extends z.ZodRawShape, More extends z.ZodRawShape>(
  type: Type,
  content: Content,
  more: More,
) => {
  const draft = strictObject({ title: title().optional(), slug: slug().optional(), ...content });
  return strictObject({
    type: z.literal(type),
    key: text().optional(),
    uuid: uuid().optional(),
    slug: slug().optional(),
    former_slugs: z.array(slug()).optional(),
    title: title(),
    ...content,
    ...more,
    owner: text().nullable().optional(),
    live: z.boolean().default(true),
    draft: draft.optional(),
    show_in_menus: z.boolean().default(false),
    restriction: restriction.optional(),
    locked: z.boolean().optional(),
    locked_by: text().optional(),
    scheduled_at: instant().optional(),
    newer_draft: draft.optional(),
    workflow: workflowState.optional(),
  });
};

const homePage = page("site.HomePage", homeContent, {});

const blog = page("site.Blog", blogContent, commentsEnabled);

const podcast = page("site.Podcast", podcastContent, { ...commentsEnabled, seasons });

const post = page("site.Post", postContent, { ...commentsEnabled, comments });

const episode = page("site.Episode", episodeContent, { ...commentsEnabled, comments });

const standalonePage = page("site.Page", standaloneContent, {});

export const pageSchema = z.discriminatedUnion("type", [
  homePage,
  blog,
  podcast,
  post,
  episode,
  standalonePage,
]);

const children = {
  get children() {
    return z.array(pageTreeSchema).optional();
  },
};

/** A page with those below it. */
export const pageTreeSchema: z.ZodType = z
  .discriminatedUnion("type", [
    homePage.extend(children),
    blog.extend(children),
    podcast.extend(children),
    post.extend(children),
    episode.extend(children),
    standalonePage.extend(children),
  ])
  .meta({ id: "Page" });

export type ManifestComment = z.output<typeof comment>;

export type ManifestSeason = z.output<typeof season>;

export type ManifestPage = z.output<typeof pageSchema>;

/** What pages of any type may say of their content. */
export type ManifestContent = Partial<
  z.output<
    z.ZodObject<typeof homeContent & typeof podcastContent & typeof episodeContent & typeof standaloneContent>
  >
>;

export type ManifestRestriction = NonNullable<z.output<typeof restriction>>;

export type ManifestPost = Extract<ManifestPage, { readonly type: "site.Post" }>;

export type ManifestBlog = Extract<ManifestPage, { readonly type: "site.Blog" }>;

/** Page types of the API and ours. */
export const pageKinds = {
  "site.HomePage": "home",
  "site.Blog": "blog",
  "site.Podcast": "podcast",
  "site.Post": "post",
  "site.Episode": "episode",
  "site.Page": "page",
} as const;
