import type { MediaIds } from "#lib/media/references.ts";
import type { CustomBlocks } from "./custom-block.ts";
import { readCustom } from "./read-custom.ts";
import { readGallery, readMediaBlock } from "./read-media.ts";
import type { SectionName } from "./sections.ts";
import type { StoredBlock } from "./stored.ts";

export interface AuthorBlock {
  readonly type: string;
  readonly value: unknown;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** The author's value of a built-in block; undefined if it could not be sent back as it is. */
const readers: Readonly<Record<string, (stored: unknown, media: MediaIds) => unknown>> = {
  paragraph: (stored) => (isText(stored) ? stored : undefined),
  code: (stored) => {
    const { language, source } = (stored ?? {}) as Record<string, unknown>;
    return isFilled(language) && isFilled(source) ? { language, source } : undefined;
  },
  image: (stored, media) => readMediaBlock("image", stored, media),
  audio: (stored, media) => readMediaBlock("audio", stored, media),
  video: (stored, media) => readMediaBlock("video", stored, media),
  gallery: readGallery,
};

const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";

export interface ReadingContext {
  readonly custom?: CustomBlocks | undefined;
  readonly media: MediaIds;
}

/** Stored blocks in author form; those that cannot be edited are placeholders (contract#placeholders). */
export const readSection = (
  name: SectionName,
  blocks: readonly StoredBlock[],
  { custom, media }: ReadingContext,
): AuthorBlock[] =>
  blocks.map(({ type, value }, index) => {
    const declared = custom?.[name].get(type);
    const builtIn = Object.hasOwn(readers, type) ? readers[type] : undefined;
    const read = declared ? readCustom(declared, value) : builtIn?.(value, media);
    if (read !== undefined) return { type, value: read };
    return { type: "unsupported", value: { stored_type: type, position: `${name}.${index}` } };
  });
