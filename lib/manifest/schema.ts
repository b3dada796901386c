import * as z from "zod";
import { feedNames } from "#lib/feeds/feed-names.ts";
import { type WireName, wireName } from "#lib/field.ts";
import { type AudioFormat, byAudioFormat } from "#lib/media/audio-formats.ts";
import type { Audio, Chapter, Image, Video } from "#lib/media/media.ts";
import { maxTags } from "#lib/media/tag-text.ts";
import { maxAliases } from "#lib/pages/addresses.ts";
import { type Comment, maxCommentBytes, moderations } from "#lib/pages/comment.ts";
import type { FieldName } from "#lib/pages/content.ts";
import {
  blogFields,
  type ContentField,
  type ContentType,
  episodeFields,
  pageFields,
  podcastFields,
  postFields,
} from "#lib/pages/content-fields.ts";
import { type ContentValueOf, declared, emptyOf } from "#lib/pages/content-values.ts";
import { isGuid, maxGuidLength } from "#lib/pages/guid.ts";
import type { Season, WorkflowState } from "#lib/pages/page.ts";
import type { Person, PodcastDetails } from "#lib/pages/podcast.ts";
import { maxTitleLength } from "#lib/pages/slug.ts";
import { richTextFeatureNames } from "#lib/richtext/features.ts";
import type { SiteSettings } from "#lib/site/site.ts";
import { mediaPermissions, pagePermissions } from "#lib/site/user.ts";
import { maxCoalesceSeconds, webhookEvents } from "#lib/site/webhook.ts";
import {
  chapterStart,
  collectionPath,
  emailAddress,
  hubAddress,
  instant,
  languageTag,
  origin,
  pagePath,
  podcastCategory,
  secret,
  siteLinkTarget,
  sitePath,
  slug,
  text,
  timezone,
  title,
  uuid,
  verbatim,
  webAddress,
} from "./fields.ts";
import { inManifestOrder } from "./manifest-order.ts";

/** The format of the site manifest; editors get a JSON Schema that is generated from it. */

const object = z.strictObject;

const restriction = z
  .discriminatedUnion("type", [
    object({ type: z.literal("login") }),
    object({ type: z.literal("groups"), groups: z.array(text()).min(1) }),
    object({ type: z.literal("password"), password: secret() }),
  ])
  .nullable()
  .meta({ description: "Who may see this and everything below it; absent: everybody." });

/** An image by its key. */
const namedImage = object({ image: text() }).nullable().optional();

export const siteSchema = object({
  name: text({ max: maxTitleLength }).optional(),
  base_url: origin().nullable().optional(),
  theme: slug().optional(),
  locale: text({ max: 35 }).optional(),
  timezone: timezone().optional(),
  logo: namedImage,
  favicon: namedImage,
  share_image: namedImage,
  navigation: z
    .array(object({ title: title(), url: siteLinkTarget() }))
    .max(20)
    .optional(),
  social_links: z
    .array(object({ title: title(), url: webAddress({ blank: false }) }))
    .max(20)
    .optional(),
  rich_text_features: z.array(z.enum(richTextFeatureNames)).optional(),
  websub_hub: hubAddress().nullable().optional(),
} satisfies Record<FieldName<SiteSettings>, z.ZodType>);

const mediaGrant = z.array(z.enum(mediaPermissions)).optional();

export const groupSchema = object({
  name: text({ max: 150 }),
  admin_access: z.boolean().default(false),
  pages: z.array(object({ page: pagePath(), allow: z.array(z.enum(pagePermissions)) })).default([]),
  collections: z
    .array(
      object({ collection: collectionPath(), images: mediaGrant, audios: mediaGrant, videos: mediaGrant }),
    )
    .default([]),
});

/** Without a password, the account keeps the one it has, if any. */
export const userSchema = object({
  username: text({ max: 150 }),
  email: text({ max: 254, blank: true }).default(""),
  password: secret().optional(),
  groups: z.array(text()).default([]),
  staff: z.boolean().default(false),
  superuser: z.boolean().default(false),
  active: z.boolean().default(true),
});

/** Without `scopes` the token has no scope information; `[]` is an empty scope. */
export const tokenSchema = object({
  name: text({ max: 150 }),
  user: text(),
  secret: secret(),
  scopes: z.array(text()).optional(),
  expires_at: instant().optional(),
  parents: z
    .array(pagePath())
    .optional()
    .meta({ description: "Pages outside of these and what is below them are closed to the token." }),
  collections: z
    .array(collectionPath())
    .optional()
    .meta({ description: "Media outside of these collections and those below them are closed to it." }),
});

export const collectionSchema = object({ path: collectionPath(), restriction: restriction.optional() });

export const categorySchema = object({ slug: slug(), name: text({ max: maxTitleLength }) });

export const authorSchema = object({ slug: slug(), name: text({ max: maxTitleLength }) });

const media = {
  key: text({ max: 200 }),
  title: text({ max: maxTitleLength }),
  collection: collectionPath().default("Root"),
  tags: z
    .array(text({ max: 100 }))
    .max(maxTags)
    .default([]),
  owner: text().nullable().optional(),
  created_at: instant().optional(),
};

const file = () => text().meta({ description: "The path of a file, relative to the manifest." });

/** What a file says of media beside their fields, and fields that are made or drawn. */
type MadeOfMedia = "kind" | "id" | "version" | "collection_id" | "owner_id";
type MediaField<Kind> = Exclude<FieldName<Kind>, MadeOfMedia> | "collection" | "owner";

export const imageSchema = object({
  ...media,
  file: file(),
  description: text({ max: 255, blank: true }).default(""),
} satisfies Record<Exclude<MediaField<Image>, "cover" | "display" | "share">, z.ZodType>);

const chapter = object({
  start: chapterStart(),
  title: text({ max: 255 }),
  link: webAddress().default(""),
  image: webAddress().default(""),
} satisfies Record<Exclude<FieldName<Chapter>, "start_seconds"> | "start", z.ZodType>);

export const audioSchema = object({
  ...media,
  title: media.title.optional(),
  subtitle: text({ max: 512, blank: true }).default(""),
  ...byAudioFormat(() => file().optional()),
  chapters: z.array(chapter).optional(),
  transcript: file().optional(),
  transcript_diarization_mode: z.enum(["inherit", "disabled"]).default("inherit"),
} satisfies Record<Exclude<MediaField<Audio>, "files" | "duration_seconds"> | AudioFormat, z.ZodType>);

export const videoSchema = object({
  ...media,
  original: file(),
  poster: file().optional(),
} satisfies Record<Exclude<MediaField<Video>, "poster_thumbnail">, z.ZodType>);

/** Tasks that follow one another, and the pages that the workflow applies to. */
export const workflowSchema = object({
  name: text({ max: maxTitleLength }),
  tasks: z.array(object({ name: text({ max: maxTitleLength }), groups: z.array(text()) })).min(1),
  pages: z.array(pagePath()).default([]),
});

/** Without `events`, it is told of all. */
export const webhookSchema = object({
  name: text({ max: 150 }),
  url: text({ max: 2_000 }),
  secret: secret(),
  events: z.array(z.enum(webhookEvents)).min(1).optional(),
  parents: z.array(pagePath()).default([]),
  coalesce_seconds: z.int().min(0).max(maxCoalesceSeconds).default(0),
  active: z.boolean().default(true),
});

/** The first trust whose audience and claims a token has decides whose token it is exchanged for. */
export const trustSchema = object({
  issuer: text({ max: 2_000 }),
  audience: text({ max: 2_000 }),
  claims: z
    .record(text(), text())
    .refine(
      (claims) => Object.keys(claims).length > 0,
      "expected at least one claim: all tokens of the issuer would be trusted",
    )
    .meta({
      description: "What tokens have to say, such as their repository and branch; all of it, exactly.",
      minProperties: 1,
    }),
  jwks: z
    .union([text(), z.looseObject({ keys: z.array(z.record(z.string(), z.unknown())).min(1) })], {
      error: "expected the path of a file with a JSON Web Key Set, or the set itself",
    })
    .optional()
    .meta({ description: "The issuer's public keys; absent: the service asks the issuer for them." }),
  user: text(),
  scopes: z.array(text()).optional(),
  parents: z.array(pagePath()).optional(),
  collections: z.array(collectionPath()).optional(),
});

/** All of them are in one item of the database, which functions hold in memory. */
export const maxRedirects = 1_000;

/** With `feed`, it leads to that document of the blog's or podcast's feed. */
export const redirectSchema = object({
  from: sitePath(),
  to: pagePath(),
  feed: z.enum(feedNames).optional(),
});

const block = z.unknown().meta({
  type: "object",
  properties: { type: { type: "string" }, value: {} },
  required: ["type", "value"],
  description:
    "A block of the editor API, which names media by key and pages by path: {image: heron}, " +
    '{page: /home/notes}, <a linktype="page" id="/home/notes">.',
});

const storedBlock = object({
  type: verbatim(),
  value: z.unknown().refine((value) => value !== undefined, "is required: expected a stored value"),
  id: verbatim().optional(),
});

const person = object({
  name: text({ max: 128 }),
  role: text({ max: 128 }).optional(),
  group: text({ max: 128 }).optional(),
  link: webAddress({ blank: false }).optional(),
  image: namedImage,
} satisfies Record<FieldName<Person>, z.ZodType>).meta({ id: "Person" });

const persons = z.array(person).max(100);

const podcastDetails = object({
  guid: uuid().optional(),
  artwork: namedImage,
  subtitle: text({ max: 255, blank: true }).optional(),
  author: text({ max: 255, blank: true }).optional(),
  owner: object({ name: text({ max: 255 }), email: emailAddress() })
    .nullable()
    .optional(),
  language: languageTag().nullable().optional(),
  categories: z.array(podcastCategory()).max(3).optional(),
  explicit: z.boolean().optional(),
  copyright: text({ max: 255, blank: true }).optional(),
  type: z.enum(["episodic", "serial"]).optional(),
  funding: z
    .array(object({ url: webAddress({ blank: false }), text: text({ max: 128 }) }))
    .max(5)
    .optional(),
  locked: z.boolean().optional(),
  persons: persons.optional(),
} satisfies Record<FieldName<PodcastDetails>, z.ZodType>).nullable();

/** What a manifest says of a content field, where it is not what is stored. */
interface ContentSayings {
  tags: string[];
  categories: string[];
  authors: string[];
  aliases: string[];
  cover: { image: string; alt_text?: string | undefined } | null;
  audio: { audio: string } | null;
  season: { season: string } | null;
  persons: z.output<typeof persons>;
  podcast: z.output<typeof podcastDetails>;
}

type SayingOf<Field extends ContentField> = Field["type"] extends keyof ContentSayings
  ? ContentSayings[Field["type"]]
  : ContentValueOf<Field>;

/** Pages have their titles and slugs, and bodies are said by sections. */
type SaidElsewhere = { readonly type: "title" | "slug" | "body" };

type ContentShape<Fields extends Readonly<Record<string, ContentField>>> = {
  readonly [Name in keyof Fields & string as Fields[Name] extends SaidElsewhere
    ? never
    : WireName<Name>]: z.ZodOptional<z.ZodType<SayingOf<Fields[Name]>>>;
};

const names = () => z.array(text());

/** How a manifest says a content field, by its type. */
const sayings: { readonly [Type in ContentType]: (field: ContentField) => z.ZodType | undefined } = {
  ...{ title: () => undefined, slug: () => undefined, body: () => undefined },
  text: ({ maxLength }) => text({ ...(maxLength && { max: maxLength }), blank: true }),
  richText: verbatim,
  theme: () => slug().nullable(),
  instant,
  number: () => z.int().min(1).nullable(),
  boolean: () => z.boolean(),
  choice: (field) => {
    const values = z.union((field.choices ?? []).map(([value]) => z.literal(value)));
    const texts = (field.choices ?? []).flatMap(([value]) => (typeof value === "string" ? [value] : []));
    const choice = texts.length > 0 ? z.enum(texts) : values;
    return emptyOf(field) === null ? choice.nullable() : choice;
  },
  tags: () => z.array(text({ max: 100 })).max(maxTags),
  ...{ categories: names, authors: names },
  aliases: () => z.array(sitePath()).max(maxAliases),
  guid: () => text({ max: maxGuidLength }).refine(isGuid, "expected visible characters").nullable(),
  source: () =>
    object({
      name: text({ max: maxTitleLength }),
      path: text({ max: 1024 }),
      digest: text({ max: 128 }),
    }).nullable(),
  cover: () =>
    object({ image: text(), alt_text: text({ max: maxTitleLength, blank: true }).optional() }).nullable(),
  audio: () => object({ audio: text() }).nullable(),
  season: () => object({ season: text() }).nullable(),
  persons: () => persons,
  podcast: () => podcastDetails,
};

const descriptions: { readonly [Type in ContentType]?: string } = {
  guid: "What feeds name the post by; absent: its UUID.",
};

const contentShape = <const Fields extends Readonly<Record<string, ContentField>>>(fields: Fields) =>
  inManifestOrder(
    Object.fromEntries(
      declared(fields).flatMap(([name, field]) => {
        const saying = sayings[field.type](field)?.optional();
        const description = descriptions[field.type];
        return saying ? [[wireName(name), description ? saying.meta({ description }) : saying]] : [];
      }),
    ),
  ) as ContentShape<Fields>;

const pageContent = contentShape(pageFields);
const blogContent = { ...pageContent, ...contentShape(blogFields) };
const podcastContent = { ...blogContent, ...contentShape(podcastFields) };

const postContent = {
  ...pageContent,
  ...contentShape(postFields),
  overview: z.array(block).optional(),
  overview_markdown: verbatim().optional(),
  detail: z.array(block).optional(),
  detail_markdown: verbatim().optional(),
  stored_body: z.record(z.string(), z.array(storedBlock)).optional(),
};

const episodeContent = { ...postContent, ...contentShape(episodeFields) };

/** In place of ids, and of the name of the text. */
type CommentReference = "key" | "answer_to" | "body";

const comment = object({
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

const season = object({
  key: text({ max: 200 }),
  number: z.int().min(1),
  name: text({ max: maxTitleLength, blank: true }).optional(),
} satisfies Record<Exclude<FieldName<Season>, "id">, z.ZodType>);

const seasons = z.array(season).optional();

const workflowState = object({
  name: text(),
  state: z.enum(["in_progress", "needs_changes"]),
  task: text().optional().meta({ description: "Absent: that of the page, or else the first." }),
  started_by: text().optional(),
} satisfies Record<Exclude<FieldName<WorkflowState>, "groups">, unknown>);

/** A type of page: its content, drafts, and what only administrators set. */
const page = <Type extends string, Content extends z.ZodRawShape, More extends z.ZodRawShape>(
  type: Type,
  content: Content,
  more: More,
) => {
  const draft = object({ title: title().optional(), slug: slug().optional(), ...content });
  return object({
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

const homePage = page("site.HomePage", pageContent, {});
const blog = page("site.Blog", blogContent, commentsEnabled);
const podcast = page("site.Podcast", podcastContent, { ...commentsEnabled, seasons });
const post = page("site.Post", postContent, { ...commentsEnabled, comments });
const episode = page("site.Episode", episodeContent, { ...commentsEnabled, comments });

export const pageSchema = z.discriminatedUnion("type", [homePage, blog, podcast, post, episode]);

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
  ])
  .meta({ id: "Page" });

const list = <Member extends z.ZodType>(member: Member) => z.array(member).optional();

export const manifestSchema = object({
  version: z.literal(1),
  site: siteSchema.optional(),
  groups: list(groupSchema),
  users: list(userSchema),
  tokens: list(tokenSchema),
  collections: list(collectionSchema),
  categories: list(categorySchema),
  authors: list(authorSchema),
  images: list(imageSchema),
  audios: list(audioSchema),
  videos: list(videoSchema),
  workflows: list(workflowSchema),
  webhooks: list(webhookSchema),
  oidc: list(trustSchema),
  redirects: z.array(redirectSchema).max(maxRedirects).optional(),
  pages: list(pageTreeSchema),
});

export type ManifestSite = z.output<typeof siteSchema>;
export type ManifestGroup = z.output<typeof groupSchema>;
export type ManifestUser = z.output<typeof userSchema>;
export type ManifestToken = z.output<typeof tokenSchema>;
export type ManifestCollection = z.output<typeof collectionSchema>;
export type ManifestCategory = z.output<typeof categorySchema>;
export type ManifestAuthor = z.output<typeof authorSchema>;
export type ManifestImage = z.output<typeof imageSchema>;
export type ManifestAudio = z.output<typeof audioSchema>;
export type ManifestVideo = z.output<typeof videoSchema>;
export type ManifestWorkflow = z.output<typeof workflowSchema>;
export type ManifestWebhook = z.output<typeof webhookSchema>;
export type ManifestTrust = z.output<typeof trustSchema>;
export type ManifestRedirect = z.output<typeof redirectSchema>;
export type ManifestComment = z.output<typeof comment>;
export type ManifestPodcast = NonNullable<z.output<typeof podcastDetails>>;
export type ManifestPersons = z.output<typeof persons>;
export type ManifestSeason = z.output<typeof season>;
export type ManifestPage = z.output<typeof pageSchema>;
/** What pages of any type may say of their content. */
export type ManifestContent = Partial<z.output<z.ZodObject<typeof podcastContent & typeof episodeContent>>>;
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
} as const;
