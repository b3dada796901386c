import { type CustomBlock, mapLeaves } from "#lib/blocks/custom-block.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import type { StoredBlock } from "#lib/blocks/sections.ts";
import { isMediaKind, type MediaKind } from "#lib/media/media.ts";
import { isMediaId } from "#lib/media/references.ts";
import { withPageLinks } from "#lib/richtext/links.ts";

/** The key of a media object in the file; undefined if it is deleted. */
export type MediaKeyOf = (kind: MediaKind, id: number) => string | undefined;

/** What the file has for ids. */
export interface ReferenceNames {
  readonly keyOf: MediaKeyOf;
  /** Paths by id. */
  readonly pages: ReadonlyMap<number, string>;
}

/**
 * Rich text whose links name pages by path. One to a page that is gone gets an id that no page has: elsewhere
 * its own may belong to another one.
 */
export const linksWithPaths = (html: string, { pages }: Pick<ReferenceNames, "pages">): string =>
  withPageLinks(html, (id) => (/^\d{1,15}$/.test(id) ? (pages.get(Number(id)) ?? noPage) : undefined));

const noPage = "0";

/** Author's blocks that name media by key and pages by path instead of by id. All of the media must exist. */
export const blocksWithKeys = (
  blocks: readonly AuthorBlock[],
  names: ReferenceNames,
): readonly AuthorBlock[] => {
  const named = (kind: MediaKind, value: unknown) => {
    const { id, ...others } = value as { readonly id: number };
    return { [kind]: names.keyOf(kind, id), ...others };
  };
  return blocks.map(({ type, value }) => {
    if (isMediaKind(type)) return { type, value: named(type, value) };
    if (type === "paragraph") return { type, value: linksWithPaths(value as string, names) };
    if (type !== "gallery") return { type, value };
    return { type, value: (value as unknown[]).map((entry) => named("image", entry)) };
  });
};

/**
 * Stored blocks with `{$image: key}`, `{$page: path}` and the like in place of ids, in paragraphs, media
 * blocks and custom blocks as they are declared. A deleted object becomes null: elsewhere its id may belong
 * to another one.
 */
export const storedWithKeys = (
  blocks: readonly StoredBlock[],
  declared: ReadonlyMap<string, CustomBlock> | undefined,
  names: ReferenceNames,
): readonly StoredBlock[] =>
  blocks.map((block) => ({ ...block, value: storedValue(block, declared?.get(block.type), names) }));

const storedValue = (
  { type, value }: StoredBlock,
  declared: CustomBlock | undefined,
  names: ReferenceNames,
): unknown => {
  const { keyOf } = names;
  if (declared) {
    return mapLeaves(declared, value, [], {
      form: "stored",
      replace: (kind, leaf) => {
        if (kind === "richtext" && typeof leaf === "string") return linksWithPaths(leaf, names);
        if (kind === "page") return pageReference(leaf, names);
        return isMediaKind(kind) ? reference(kind, leaf, keyOf) : leaf;
      },
    });
  }
  if (type === "paragraph" && typeof value === "string") return linksWithPaths(value, names);
  if (isMediaKind(type)) return reference(type, value, keyOf);
  return type === "gallery" ? galleryWithKeys(value, keyOf) : value;
};

const pageReference = (value: unknown, { pages }: ReferenceNames): unknown => {
  if (!Number.isSafeInteger(value)) return value;
  const path = pages.get(value as number);
  return path === undefined ? null : { $page: path };
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
