import { declaredMedia, emptyMedia, fieldsOfMedia, type MediaKind } from "#lib/media/media.ts";
import type { MediaFields } from "#lib/media/media-fields.ts";
import { fieldsOfKind } from "#lib/pages/content.ts";
import type { ContentFields } from "#lib/pages/content-fields.ts";
import { declared, emptyOf, isLeftOut } from "#lib/pages/content-values.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Declared fields of what is written, as answers show them while nobody has set them. A test of a whole
 * answer spreads this below what it expects, so that fields which are declared later do not break it.
 */
export const unsetFields = (kind: "post" | "episode" | "page"): Values => {
  const fields: ContentFields = fieldsOfKind[kind];
  return Object.fromEntries(
    declared(fields).flatMap(([, field, wire]) => {
      const value = emptyOf(field);
      return field.type === "body" || isLeftOut(field, value) ? [] : [[wire, value]];
    }),
  );
};

/** Declared texts of media that lists show, while nobody has set them. */
export const unsetMediaTexts = (kind: MediaKind): Values => {
  const fields: MediaFields = fieldsOfMedia[kind];
  return Object.fromEntries(
    declaredMedia(fields).flatMap(([, field, wire]) =>
      field.type === "text" && field.inLists ? [[field.editedAs ?? wire, emptyMedia(field)]] : [],
    ),
  );
};
