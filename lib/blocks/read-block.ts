import type { MediaIds } from "#lib/media/references.ts";
import type { CustomBlocks } from "./custom-block.ts";
import { readCustom } from "./read-custom.ts";
import { readGallery, readMediaBlock } from "./read-media.ts";
import type { SectionName } from "./sections.ts";
import type { StoredBlock } from "./stored.ts";

/** A block as authors send and see it. */
export interface AuthorBlock {
  readonly type: string;
  readonly value: unknown;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/**
 * The author's value of a stored block of a type that we can edit; undefined when it could not be sent back
 * as it is.
 */
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

/** What decides which stored blocks their reader could send back. */
export interface ReadingContext {
  /** Undefined where the site has no custom blocks. */
  readonly custom?: CustomBlocks | undefined;
  /** The media that the reader may refer to. */
  readonly media: MediaIds;
}

/**
 * The section's stored blocks as authors see them; what cannot be edited stands as a placeholder that may be
 * sent back (contract#placeholders).
 */
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
