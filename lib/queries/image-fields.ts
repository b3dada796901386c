import type { FieldRule } from "./page-fields.ts";

/** The fields of an image, in the order of its representation (contract#image-items). */
export const imageFields = [
  { name: "id", place: "body", shown: "always" },
  { name: "type", place: "meta", shown: "always" },
  { name: "detail_url", place: "meta", shown: "always" },
  { name: "tags", place: "meta", shown: "always" },
  { name: "download_url", place: "meta", shown: "always" },
  { name: "title", place: "body", shown: "always" },
  { name: "width", place: "body", shown: "details" },
  { name: "height", place: "body", shown: "details" },
] as const satisfies readonly FieldRule[];

export type ImageFieldName = (typeof imageFields)[number]["name"];

/** The fields that lists may be filtered and ordered by. */
export const storedImageFields = [
  { name: "id", stored: "integer" },
  { name: "title", stored: "text" },
  { name: "width", stored: "integer" },
  { name: "height", stored: "integer" },
] as const;

export type StoredImageField = (typeof storedImageFields)[number]["name"];
