import { type Change, placeOf } from "./named-changes.ts";

export type UsedKind = "images" | "audios" | "videos";

/** The kind of media that a field, or a block of a type, refers to by ids. */
const kinds: Readonly<Record<string, UsedKind>> = {
  cover_image: "images",
  podcast_audio: "audios",
  image: "images",
  gallery: "images",
  audio: "audios",
  video: "videos",
};

/** The kind of media that a change is about. */
export const mediaKindOf = (change: Change): UsedKind | undefined => {
  const { field, block } = placeOf(change);
  return kinds[block ? block.type : field];
};

const idOf = (value: unknown): number | undefined => {
  if (typeof value === "number") return value;
  const { id } = (value ?? {}) as { readonly id?: unknown };
  return typeof id === "number" ? id : undefined;
};

/** A value in which media have titles instead of ids; `titleOf` does not know all of them. */
export const withTitles = (value: unknown, titleOf: (id: number) => string | undefined): unknown => {
  if (Array.isArray(value)) return value.map((each) => withTitles(each, titleOf));
  if (typeof value === "object" && value !== null && "type" in value && "value" in value)
    return { ...value, value: withTitles(value.value, titleOf) };
  const id = idOf(value);
  if (id === undefined) return value;
  const { id: _, ...rest } = typeof value === "object" ? (value as { readonly id: number }) : { id };
  return { title: titleOf(id) ?? `#${id}`, ...rest };
};

/** The ids of media in a value, each once. */
export const mediaIdsIn = (value: unknown): readonly number[] => {
  const ids = new Set<number>();
  withTitles(value, (id) => {
    ids.add(id);
    return "";
  });
  return [...ids];
};
