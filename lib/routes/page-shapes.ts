import * as z from "zod/mini";
import { inOrder } from "#lib/field.ts";
import { allImageFields, declaredMedia } from "#lib/media/media.ts";
import {
  audioFields,
  imageFields,
  type MediaFields,
  type MediaType,
  videoFields,
} from "#lib/media/media-fields.ts";
import { fieldsOfAll } from "#lib/pages/content.ts";
import { type ContentType, episodeFields } from "#lib/pages/content-fields.ts";
import { declared } from "#lib/pages/content-values.ts";
import {
  type ComputedFieldName,
  type ComputedImageFieldName,
  type FieldRule,
  fieldsOf,
  imageItemFields,
} from "#lib/queries/item-fields.ts";
import type { PageType } from "#lib/queries/page-types.ts";
import { shownShape } from "./content-shapes.ts";
import { id } from "./shapes.ts";

const text = z.string();
const instant = z.nullable(z.iso.datetime());

/** An item whose `fields` decide which members it and its `meta` have. */
const itemOf = <Name extends string>(
  fields: readonly (FieldRule & { readonly name: Name })[],
  shapes: Readonly<Record<string, z.ZodMiniType>>,
) => {
  const members = (place: FieldRule["place"]) =>
    Object.fromEntries(
      fields.flatMap((field) =>
        field.place === place ? [[field.name, z.optional(shapes[field.name] ?? z.unknown())]] : [],
      ),
    );
  return z.looseObject({ meta: z.optional(z.looseObject(members("meta"))), ...members("body") });
};

const computedImageShapes: Readonly<Record<ComputedImageFieldName, z.ZodMiniType>> = {
  id,
  type: z.literal("images.Image"),
  detail_url: text,
  download_url: text,
  width: z.int(),
  height: z.int(),
};

/** What readers see of a field of media, by its type; of files, what their kinds show. */
const mediaShapes: { readonly [Type in MediaType]?: z.ZodMiniType } = {
  text,
  choice: text,
  tags: z.array(text),
  seconds: z.nullable(z.number()),
  point: z.object({ x: z.number(), y: z.number() }),
  chapters: z.array(z.object({ start: z.number(), title: text, link: text, image: text })),
};

/** The shapes of those of these fields of which this is said. */
const mediaShapesOf = (fields: MediaFields, where: "item" | "copied") =>
  Object.fromEntries(
    declaredMedia(fields).flatMap(([, field, wire]) => {
      const shape = field[where] ? mediaShapes[field.type] : undefined;
      if (!shape) return [];
      if (where === "item") return [[wire, shape]];
      return [[field.editedAs ?? wire, field.always ? shape : z.optional(shape)]];
    }),
  );

/** An image of the page-content API; `fields` decides which members it has. */
export const imageItem = itemOf(imageItemFields, {
  ...computedImageShapes,
  ...mediaShapesOf(allImageFields, "item"),
});

const file = { url: text, mime_type: text, bytes: z.int() };

const picture = z.object({ ...file, width: z.int(), height: z.int() });

/** Media for programs that copy them (contract#site-builder-fields). */
const imageFile = z.extend(picture, {
  kind: z.literal("image"),
  id,
  ...mediaShapesOf(imageFields, "copied"),
  animated: z.optional(z.literal(true)),
  renditions: z.array(picture),
  avif: z.optional(z.array(picture)),
});

const audioFiles = z.object(
  inOrder<Record<string, z.ZodMiniType>>(["kind", "id", "title", "subtitle", "duration", "files"], {
    kind: z.literal("audio"),
    id,
    ...mediaShapesOf(audioFields, "copied"),
    files: z.array(z.object(file)),
    transcripts: z.array(z.object(file)),
  }),
);

const videoFile = z.object({
  ...file,
  kind: z.literal("video"),
  id,
  ...mediaShapesOf(videoFields, "copied"),
  poster: z.nullable(picture),
  renditions: z.array(picture),
});

const term = z.object({ slug: text, name: text });

/** A block as it is stored (contract#stored-blocks). */
const storedBlock = z.object({ type: text, value: z.unknown(), id: z.nullable(text) });

const comment = z.object({ id, parent: z.nullable(id), user: text, date: text, comment: text });

const linkedPage = z.object({
  id,
  meta: z.object({ type: text, detail_url: text, html_url: text }),
  title: text,
});

/** The shapes of members of items that are no content. */
const computedShapes = (type: PageType): Readonly<Record<ComputedFieldName, z.ZodMiniType>> => ({
  id,
  type: z.literal(type),
  detail_url: text,
  html_url: text,
  first_published_at: instant,
  show_in_menus: z.boolean(),
  alias_of: z.null(),
  parent: z.nullable(linkedPage),
  locale: text,
  feeds: z.array(z.object({ title: text, url: text, type: text })),
  uuid: text,
  comments_are_enabled: z.boolean(),
  cover_alt_text: text,
  cover_image_poster_url: text,
  html_overview: text,
  html_detail: text,
  comments: z.array(comment),
  comments_security_data: z.record(text, text),
  webplayer_players: z.array(z.array(text)),
  last_published_at: instant,
  digest: z.nullable(text),
  cover: z.nullable(imageFile),
  media: z.array(z.discriminatedUnion("kind", [imageFile, audioFiles, videoFile])),
});

/** The shapes of content in items, by the type of the field, if editors are shown another one. */
const itemShapes: { readonly [Type in ContentType]?: z.ZodMiniType } = {
  instant,
  number: z.int(),
  language: z.nullable(text),
  pageId: z.nullable(z.int()),
  cover: z.nullable(imageItem),
  body: z.array(z.object({ type: text, value: z.array(storedBlock), id: z.nullable(text) })),
  aliases: z.array(text),
  ...{ tags: z.array(term), categories: z.array(term), authors: z.array(term) },
  audio: audioFiles,
  season: z.object({ id, number: z.int(), name: text }),
};

const contentShapes: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  declared(fieldsOfAll).flatMap(([name, field, wire]) => {
    const shape = itemShapes[field.type] ?? shownShape(field);
    return shape ? [[wire, name in episodeFields ? z.nullable(shape) : shape]] : [];
  }),
);

const pageOfType = (type: PageType) =>
  itemOf(fieldsOf([type]), { ...contentShapes, ...computedShapes(type) });

/** The pages of the page-content API, by what the document calls them. */
export const pageItems = {
  HomePage: pageOfType("site.HomePage"),
  Blog: pageOfType("site.Blog"),
  Podcast: pageOfType("site.Podcast"),
  Post: pageOfType("site.Post"),
  Episode: pageOfType("site.Episode"),
  StandalonePage: pageOfType("site.Page"),
} as const;

/** A page of the page-content API, of any type. */
export const pageItem = z.union(Object.values(pageItems));
