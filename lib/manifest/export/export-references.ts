import type { CustomBlock } from "#lib/blocks/custom-block.ts";
import { mapMedia } from "#lib/blocks/custom-media.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import type { AuthorBlock } from "#lib/blocks/read-block.ts";
import type { StoredBlock } from "#lib/blocks/stored.ts";
import { isMediaKind, type MediaKind } from "#lib/media/media.ts";
import { isMediaId } from "#lib/media/references.ts";

/** The key of a media object in the file; undefined if it is deleted. */
export type MediaKeyOf = (kind: MediaKind, id: number) => string | undefined;

/** Author's blocks that name media by key instead of by id. All of them must exist. */
export const blocksWithKeys = (blocks: readonly AuthorBlock[], keyOf: MediaKeyOf): readonly AuthorBlock[] => {
  const named = (kind: MediaKind, value: unknown) => {
    const { id, ...others } = value as { readonly id: number };
    return { [kind]: keyOf(kind, id), ...others };
  };
  return blocks.map(({ type, value }) => {
    if (isMediaKind(type)) return { type, value: named(type, value) };
    if (type !== "gallery") return { type, value };
    return { type, value: (value as unknown[]).map((entry) => named("image", entry)) };
  });
};

/**
 * Stored blocks with `{$image: key}` and the like in place of ids, in media blocks and in custom blocks that
 * declare media. A deleted object becomes null: elsewhere its id may belong to another one.
 */
export const storedWithKeys = (
  blocks: readonly StoredBlock[],
  declared: ReadonlyMap<string, CustomBlock> | undefined,
  keyOf: MediaKeyOf,
): readonly StoredBlock[] =>
  blocks.map((block) => ({ ...block, value: storedValue(block, declared?.get(block.type), keyOf) }));

const storedValue = (
  { type, value }: StoredBlock,
  declared: CustomBlock | undefined,
  keyOf: MediaKeyOf,
): unknown => {
  if (declared)
    return mapMedia(declared, value, [], {
      form: "stored",
      replace: (kind, id) => reference(kind, id, keyOf),
    });
  if (isMediaKind(type)) return reference(type, value, keyOf);
  return type === "gallery" ? galleryWithKeys(value, keyOf) : value;
};

const reference = (kind: MediaKind, value: unknown, keyOf: MediaKeyOf): unknown => {
  if (!isMediaId(value)) return value;
  const key = keyOf(kind, value);
  return key === undefined ? null : { [`$${kind}`]: key };
};

/** Entries of older content are integers instead of objects. */
const galleryWithKeys = (value: unknown, keyOf: MediaKeyOf): unknown => {
  if (!isObject(value) || !Array.isArray(value.gallery)) return value;
  const named = (entry: unknown): unknown =>
    isObject(entry)
      ? { ...entry, image: reference("image", entry.image, keyOf) }
      : reference("image", entry, keyOf);
  const gallery = value.gallery.map((entry: unknown) =>
    isObject(entry) && "value" in entry ? { ...entry, value: named(entry.value) } : named(entry),
  );
  return { ...value, gallery };
};
