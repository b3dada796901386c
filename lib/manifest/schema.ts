import * as z from "zod";
import type { NamesSaying, SaidName } from "#lib/field.ts";
import { type AudioFormat, byAudioFormat } from "#lib/media/audio-formats.ts";
import { type Audio, type Chapter, declaredMedia, type Image, type Video } from "#lib/media/media.ts";
import {
  audioFields,
  imageFields,
  type MediaField,
  type MediaFields,
  videoFields,
} from "#lib/media/media-fields.ts";
import { maxTags } from "#lib/media/tag-text.ts";
import type { FieldName } from "#lib/pages/content.ts";
import { maxTitleLength } from "#lib/pages/slug.ts";
import { maxTokenNameLength } from "#lib/site/credential.ts";
import { authorFields, categoryFields, redirectFields, settingFields } from "#lib/site/site.ts";
import { groupFields, userFields } from "#lib/site/user.ts";
import { webhookFields } from "#lib/site/webhook.ts";
import { workflowFields } from "#lib/site/workflow.ts";
import {
  chapterStart,
  collectionPath,
  fraction,
  instant,
  pagePath,
  secret,
  text,
  webAddress,
} from "./fields.ts";
import { pageTreeSchema, restriction, strictObject } from "./page-schema.ts";
import { objectSchema } from "./sayings.ts";
import { expectations } from "./words.ts";

/** The format of the site manifest; editors get a JSON Schema that is generated from it. */

export const siteSchema = objectSchema(settingFields);

const { username, email, ...roles } = objectSchema(userFields).shape;

/** Without a password, the account keeps the one it has, if any. */
const userSchema = strictObject({ username, email, password: secret().optional(), ...roles });

/** Without `scopes` the token has no scope information; `[]` is an empty scope. */
const tokenSchema = strictObject({
  name: text({ max: maxTokenNameLength }),
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

const collectionSchema = strictObject({ path: collectionPath(), restriction: restriction.optional() });

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

type TextName<Fields> = NamesSaying<Fields, { readonly type: "text" }>;

/** The declared texts of media. Titles that nobody has given are left out; other texts may be empty. */
const textsOf = <const Fields extends MediaFields>(fields: Fields) =>
  Object.fromEntries(
    declaredMedia(fields).flatMap(([, { type, ...field }, wire]) =>
      type === "text" ? [[wire, saidText(field)]] : [],
    ),
  ) as { readonly [Name in TextName<Fields> as SaidName<Name, Fields[Name]>]: z.ZodType<string | undefined> };

const saidText = (field: Omit<MediaField, "type">): z.ZodType<string | undefined> => {
  const { maxLength, required, empty, blank } = field;
  const isBlank = !required && (blank || empty !== null);
  const said = text({ ...(maxLength && { max: maxLength }), blank: isBlank });
  return isBlank ? said.default("") : required ? said : said.optional();
};

const file = () => text().meta({ description: "The path of a file, relative to the manifest." });

/** What a file says of media beside their fields, and fields that are made or drawn. */
type MadeOfMedia = "kind" | "id" | "version" | "collection_id" | "owner_id";

type MediaMember<Kind> = Exclude<FieldName<Kind>, MadeOfMedia> | "collection" | "owner";

const imageSchema = strictObject({
  ...media,
  file: file(),
  ...textsOf(imageFields),
  focal_point: strictObject({ x: fraction(), y: fraction() }).nullable().optional(),
} satisfies Record<Exclude<MediaMember<Image>, "cover" | "display" | "share" | "renditions">, z.ZodType>);

const chapter = strictObject({
  start: chapterStart(),
  title: text({ max: 255 }),
  link: webAddress().default(""),
  image: webAddress().default(""),
} satisfies Record<Exclude<FieldName<Chapter>, "start_seconds"> | "start", z.ZodType>);

const audioSchema = strictObject({
  ...media,
  ...textsOf(audioFields),
  ...byAudioFormat(() => file().optional()),
  chapters: z.array(chapter).optional(),
  transcript: file().optional(),
  transcript_diarization_mode: z.enum(["inherit", "disabled"]).default("inherit"),
} satisfies Record<
  Exclude<MediaMember<Audio>, "files" | "duration_seconds" | "duration_is_estimate"> | AudioFormat,
  z.ZodType
>);

const videoSchema = strictObject({
  ...media,
  original: file(),
  poster: file().optional(),
  ...textsOf(videoFields),
} satisfies Record<Exclude<MediaMember<Video>, "poster_thumbnail" | "poster_is_frame">, z.ZodType>);

const { name, url, ...rules } = objectSchema(webhookFields).shape;

/** Without `events`, it is told of all. */
const webhookSchema = strictObject({ name, url, secret: secret(), ...rules });

/** The first trust whose audience and claims a token has decides whose token it is exchanged for. */
const trustSchema = strictObject({
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
    .union([text(), z.looseObject({ keys: z.array(z.record(z.string(), z.unknown())).min(1) })])
    .register(expectations, { expected: ({ keySet }) => keySet })
    .optional()
    .meta({ description: "The issuer's public keys; absent: the service asks the issuer for them." }),
  user: text(),
  scopes: z.array(text()).optional(),
  parents: z.array(pagePath()).optional(),
  collections: z.array(collectionPath()).optional(),
});

/** All of them are in one item of the database, which functions hold in memory. */
export const maxRedirects = 1_000;

/** The schemas of the objects in each section of a manifest that is a list. */
export const sectionSchemas = {
  groups: objectSchema(groupFields),
  users: userSchema,
  tokens: tokenSchema,
  collections: collectionSchema,
  categories: objectSchema(categoryFields),
  authors: objectSchema(authorFields),
  images: imageSchema,
  audios: audioSchema,
  videos: videoSchema,
  workflows: objectSchema(workflowFields),
  webhooks: webhookSchema,
  oidc: trustSchema,
  redirects: objectSchema(redirectFields),
  pages: pageTreeSchema,
};

export type ListedSection = keyof typeof sectionSchemas;

/** The well-formed object of a section. */
export type SectionMember<Section extends ListedSection> = z.output<(typeof sectionSchemas)[Section]>;

const lists = Object.entries(sectionSchemas).map(([section, schema]) => {
  const list = z.array(schema);
  return [section, (section === "redirects" ? list.max(maxRedirects) : list).optional()];
});

export const manifestSchema = strictObject({
  version: z.literal(1),
  site: siteSchema.optional(),
  ...Object.fromEntries(lists),
});

export type ManifestSite = z.output<typeof siteSchema>;
export type ManifestUser = SectionMember<"users">;
export type ManifestImage = SectionMember<"images">;
export type ManifestAudio = SectionMember<"audios">;
export type ManifestVideo = SectionMember<"videos">;
export type ManifestTrust = SectionMember<"oidc">;
export type ManifestRedirect = SectionMember<"redirects">;
