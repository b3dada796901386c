import type { MediaKind } from "./read-media.ts";

const kinds: Readonly<Record<string, MediaKind>> = {
  cover_image: "image",
  podcast_audio: "audio",
  image: "image",
  gallery: "image",
  audio: "audio",
  video: "video",
};

/** The kind of media that a field of this name, or a block of this type, refers to by ids. */
export const mediaKindOf = (name: string): MediaKind | undefined => kinds[name];

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
