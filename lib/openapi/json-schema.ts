import * as z from "zod/mini";
import { administeredUser } from "#lib/routes/administration.ts";
import { siteThings } from "#lib/routes/administration-site.ts";
import { callerAndService } from "#lib/routes/caller-shapes.ts";
import { moderatedComment } from "#lib/routes/comments.ts";
import { dryRunAnswer, reportOfWrite } from "#lib/routes/dry-run-shapes.ts";
import { historyEntry, revisionDiff, revisionEntry } from "#lib/routes/editor-history.ts";
import {
  audioDetails,
  editorAudio,
  editorImage,
  editorVideo,
  imageDetails,
  videoDetails,
} from "#lib/routes/editor-media-shapes.ts";
import {
  detailBlock,
  editorEpisode,
  editorPage,
  editorPost,
  editorWritten,
  overviewBlock,
  readableWritten,
  savedEpisode,
  savedWritten,
} from "#lib/routes/editor-post-shapes.ts";

import { newPreviewLink, previewLinkEntry } from "#lib/routes/editor-preview-links.ts";
import { describedField, describedItem } from "#lib/routes/editor-schema.ts";
import { uploadSession } from "#lib/routes/editor-uploads.ts";
import { delivery, issuedWebhook, webhook } from "#lib/routes/editor-webhooks.ts";
import { workingCopy } from "#lib/routes/editor-working-copies.ts";
import { verbsOfMedia, verbsOfParent, verbsOfPost } from "#lib/routes/may-shapes.ts";
import { legacyAudio, legacyVideo } from "#lib/routes/own-media.ts";
import { imageItem, pageItem, pageItems } from "#lib/routes/page-shapes.ts";
import { webPlayerDocument } from "#lib/routes/web-player.ts";
import { type JsonSchema, reference } from "./reference.ts";

/** The schema of what callers send. */
export const inputSchema = (shape: z.ZodMiniType): JsonSchema => jsonSchema(shape, "input");

/** The schema of what callers get; for a shared shape, a reference to it. */
export const outputSchema = (shape: z.ZodMiniType): JsonSchema => {
  const name = sharedName(shape);
  return name ? reference("schemas", name) : jsonSchema(shape, "output");
};

/** The schemas of the shared shapes, by name. */
export const sharedSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(sharedShapes).map(([name, shape]) => [name, jsonSchema(shape, "output")]),
  );

const jsonSchema = (shape: z.ZodMiniType, io: "input" | "output"): JsonSchema => {
  const { $schema, $defs, ...schema } = z.toJSONSchema(shape, {
    io,
    override: ({ zodSchema, jsonSchema: made, path }) => {
      const name = path.length > 0 ? sharedName(zodSchema) : undefined;
      if (name) replace(made, reference("schemas", name));
      else if (zodSchema instanceof z.ZodMiniObject) abridge(made, zodSchema);
      simplify(made);
    },
  });
  return withoutDefinitions(schema, $defs ?? {}, sharedName(shape));
};

/** The schema with references to shared shapes where it refers to definitions of its own, or to itself. */
const withoutDefinitions = (
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  name: string | undefined,
): JsonSchema => {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key !== "$ref") return value;
    if (value === "#" && name) return reference("schemas", name).$ref;
    const definition = /^#\/\$defs\/(.+)$/.exec(String(value))?.[1];
    return definition === undefined ? value : (definitions[definition]?.$ref ?? value);
  });
  return JSON.parse(text) as JsonSchema;
};

const replace = (schema: JsonSchema, by: JsonSchema): void => {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, by);
};

/** Writes a shape that extends a shared one as that one and the rest. */
const abridge = (schema: JsonSchema, shape: z.ZodMiniObject): void => {
  const base = Object.entries(sharedShapes).find(
    (named): named is [string, z.ZodMiniObject] => named[1] !== shape && extendsShape(shape, named[1]),
  );
  if (!base) return;
  const [name, { shape: inherited }] = base;
  const own = Object.entries(schema.properties ?? {}).filter(([member]) => !(member in inherited));
  replace(schema, {
    allOf: [reference("schemas", name)],
    properties: Object.fromEntries(own),
    required: schema.required?.filter((member) => !(member in inherited)) ?? [],
  });
};

const extendsShape = (shape: z.ZodMiniObject, shared: z.ZodMiniType): boolean =>
  shared instanceof z.ZodMiniObject &&
  Object.entries(shared.shape).every(([member, type]) => shape.shape[member] === type);

/**
 * Removes what zod adds and readers do not need: the bounds of safe integers, patterns beside a format, the
 * type of member names, and `additionalProperties`, about which the document's description speaks once.
 */
const simplify = (schema: JsonSchema): void => {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.type === "integer" && schema.exclusiveMinimum === 0) {
    delete schema.exclusiveMinimum;
    schema.minimum = 1;
  }
  if (schema.format) delete schema.pattern;
  if (schema.propertyNames) delete schema.propertyNames;
  const { additionalProperties: others, properties } = schema;
  if (others === false || isEmpty(others)) delete schema.additionalProperties;
  if (isEmpty(properties)) delete schema.properties;
};

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** Shapes that several routes answer with, by their names in the document. */
const sharedShapes: Readonly<Record<string, z.ZodMiniType>> = {
  EditorPost: editorPost,
  EditorEpisode: editorEpisode,
  EditorPage: editorPage,
  EditorPostOrEpisode: editorWritten,
  SavedEpisode: savedEpisode,
  SavedPostOrEpisode: savedWritten,
  CallerAndService: callerAndService,
  ReadablePostOrEpisode: readableWritten,
  DescribedField: describedField,
  DescribedItem: describedItem,
  WorkingCopy: workingCopy,
  MayWithPost: verbsOfPost,
  MayWithParent: verbsOfParent,
  MayWithMedia: verbsOfMedia,
  PreviewLink: previewLinkEntry,
  NewPreviewLink: newPreviewLink,
  RevisionEntry: revisionEntry,
  RevisionDiff: revisionDiff,
  HistoryEntry: historyEntry,
  OverviewBlock: overviewBlock,
  DetailBlock: detailBlock,
  EditorImage: editorImage,
  EditorAudio: editorAudio,
  EditorVideo: editorVideo,
  EditorImageDetails: imageDetails,
  EditorAudioDetails: audioDetails,
  EditorVideoDetails: videoDetails,
  ModeratedComment: moderatedComment,
  LegacyVideo: legacyVideo,
  LegacyAudio: legacyAudio,
  WebPlayerDocument: webPlayerDocument,
  ...pageItems,
  Page: pageItem,
  Image: imageItem,
  UploadSession: uploadSession,
  Webhook: webhook,
  AdministeredUser: administeredUser,
  SiteThings: siteThings,
  IssuedWebhook: issuedWebhook,
  WebhookDelivery: delivery,
  DryRun: dryRunAnswer,
  WriteReport: reportOfWrite,
};

/** The name of a shared shape; undefined for any other. */
export const sharedName = (shape: unknown): string | undefined =>
  Object.entries(sharedShapes).find(([, shared]) => shared === shape)?.[0];
