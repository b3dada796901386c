import type { MediaKind } from "#lib/media/media.ts";
import { isMediaId, type MediaIds } from "#lib/media/references.ts";
import {
  type BlockSite,
  type CustomBlock,
  type CustomBlocks,
  type ListBlock,
  ruleProblemsIn,
  type StreamBlock,
  type StructBlock,
} from "./custom-block.ts";
import { isObject } from "./is-object.ts";
import { isBlank, leafValue } from "./leaf-value.ts";
import type { SectionName, StoredBlock } from "./sections.ts";
import { galleryEntries, isCaption } from "./stored-media.ts";

/**
 * A custom block's stored value in author form. Undefined if it could not be sent back, because of its shape,
 * raw HTML in it, or the block's own rule (contract#custom-blocks, contract#placeholders).
 */
export const readCustom = (block: CustomBlock, stored: unknown, site?: BlockSite): unknown => {
  const value = readPart(block, stored);
  return value === undefined || ruleProblemsIn(block, value, site).length > 0 ? undefined : value;
};

/** The same without the block's own rule. */
export const readPart = (block: CustomBlock, stored: unknown): unknown => {
  switch (block.type) {
    case "struct":
      return readStruct(block, stored);
    case "list":
      return readList(block, stored);
    case "stream":
      return readStream(block, stored);
    case "richtext":
      if (isBlank(stored)) return block.required ? undefined : "";
      return typeof stored === "string" ? stored : undefined;
    case "rawhtml":
      return undefined;
    default: {
      const leaf = leafValue(block, stored);
      return "value" in leaf ? leaf.value : undefined;
    }
  }
};

const readStruct = ({ fields, required }: StructBlock, stored: unknown): unknown => {
  if (stored === null && !required) return null;
  if (!isObject(stored)) return undefined;
  const members: [string, unknown][] = [];
  for (const [name, field] of fields) {
    const member = Object.hasOwn(stored, name) ? stored[name] : undefined;
    // Blank raw HTML is left out, so that the rest can be edited.
    if (field.type === "rawhtml" && !field.required && isBlank(member)) continue;
    const read = readPart(field, member ?? emptyContainer(field));
    if (read === undefined) return undefined;
    members.push([name, read]);
  }
  return Object.fromEntries(members);
};

/** The value of a container that was added to the declaration after the block was stored. */
const emptyContainer = ({ type, required }: CustomBlock): unknown => {
  if (required) return undefined;
  return type === "list" || type === "stream" ? [] : null;
};

const readList = ({ item }: ListBlock, stored: unknown): unknown => {
  if (!Array.isArray(stored)) return undefined;
  return whole(
    stored.map((entry: unknown) =>
      isObject(entry) && entry.type === "item" ? readPart(item, entry.value) : undefined,
    ),
  );
};

const readStream = ({ blocks, required }: StreamBlock, stored: unknown): unknown => {
  if (!Array.isArray(stored) || (required && stored.length === 0)) return undefined;
  return whole(
    stored.map((child: unknown) => {
      const kind = isObject(child) && typeof child.type === "string" ? blocks.get(child.type) : undefined;
      if (!kind || !isObject(child)) return undefined;
      const value = readPart(kind, child.value);
      if (value === undefined) return undefined;
      return { type: child.type, value, ...(typeof child.id === "string" && { id: child.id }) };
    }),
  );
};

/** The values; undefined if one of them could not be read. */
const whole = (values: readonly unknown[]): readonly unknown[] | undefined =>
  values.includes(undefined) ? undefined : values;

/** Reads a media block; undefined unless the caller may choose the object. */
const readMediaBlock = (kind: MediaKind, stored: unknown, choosable: MediaIds): unknown =>
  isMediaId(stored) && choosable[kind].has(stored) ? { id: stored } : undefined;

/** A stored gallery as `[{id, caption}]`; undefined if it is empty, malformed, or could not be sent back. */
const readGallery = (stored: unknown, choosable: MediaIds): unknown => {
  const entries = galleryEntries(stored);
  if (!entries?.every(({ image, caption }) => choosable.image.has(image) && isCaption(caption)))
    return undefined;
  return entries.map(({ image, caption }) => ({ id: image, ...(caption !== "" && { caption }) }));
};

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
    const read = declared ? readCustom(declared, value, custom) : builtIn?.(value, media);
    if (read !== undefined) return { type, value: read };
    return { type: "unsupported", value: { stored_type: type, position: `${name}.${index}` } };
  });
