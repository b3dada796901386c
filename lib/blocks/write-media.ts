import type { MediaKind } from "#lib/media/media.ts";
import { isMediaId, type MediaIds } from "#lib/media/references.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { takeParts, tooManyParts } from "#lib/richtext/part-allowance.ts";
import { isCaption } from "./gallery-caption.ts";
import { reportIgnored } from "./ignored-members.ts";
import { isObject } from "./is-object.ts";
import type { StoredGalleries } from "./stored-galleries.ts";
import type { WritingContext } from "./writing-context.ts";
import type { WrittenValue } from "./written-value.ts";

/** The id in an author's media block. Whatever may not be chosen is refused alike: `value.id/not_found`. */
export const writeMedia = (kind: MediaKind, value: unknown, choosable: MediaIds): WrittenValue => {
  const id = isObject(value) ? value.id : undefined;
  return isChoosable(kind, id, choosable) ? { value: id } : { problems: [notFound(kind, id, "value.id")] };
};

type GalleryContext = Pick<WritingContext, "media" | "newId" | "parts" | "path" | "collector">;

/**
 * An author's gallery in stored form. A stored gallery of the same images keeps its layout and entry ids
 * (contract#blocks, contract#captions).
 */
export const writeGallery = (
  value: unknown,
  { media, newId, parts, path, collector }: GalleryContext,
  takeStored: StoredGalleries,
): WrittenValue => {
  if (!Array.isArray(value) || value.length === 0)
    return { problems: [{ path: "value", code: "invalid", message: "A gallery is a list of images." }] };
  if (!takeParts(parts, value.length)) return { problems: [{ path: "value", ...tooManyParts }] };
  const problems = value.flatMap((entry: unknown, index) => entryProblems(entry, `value.${index}`, media));
  if (problems.length > 0) return { problems };
  for (const [index, entry] of value.entries())
    reportIgnored(collector, entry, `${path}.value.${index}`, ["id", "caption"]);
  const entries = value.map(({ id, caption = "" }) => ({ image: id, caption }));
  const stored = takeStored(entries.map(({ image }) => image));
  const gallery = entries.map((entry, index) => ({
    id: stored?.entryIds[index] ?? newId(),
    type: "item",
    value: entry,
  }));
  return { value: { layout: stored?.layout ?? "default", gallery } };
};

const entryProblems = (entry: unknown, path: string, choosable: MediaIds): Problem[] => {
  const { id, caption = "" } = isObject(entry) ? entry : {};
  if (!isChoosable("image", id, choosable)) return [notFound("image", id, `${path}.id`)];
  if (isCaption(caption)) return [];
  const message = "A caption is a text of at most 250 characters.";
  return [{ path: `${path}.caption`, code: "invalid", message }];
};

const isChoosable = (kind: MediaKind, id: unknown, choosable: MediaIds): boolean =>
  isMediaId(id) && choosable[kind].has(id);

const notFound = (kind: MediaKind, id: unknown, path: string): Problem => {
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  const message = Number.isInteger(id)
    ? `${name} ${id} was not found.`
    : `${name} was not found: its id is a positive integer.`;
  return { path, code: "not_found", message };
};
