import {
  type CustomBlock,
  type CustomBlocks,
  type LeafReplacement,
  mapLeaves,
} from "#lib/blocks/custom-block.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import { type SectionName, sectionNames } from "#lib/blocks/sections.ts";
import type { PageReferences } from "#lib/manifest/links/page-references.ts";
import type { MediaReferences } from "#lib/manifest/media/media-references.ts";
import type { Path } from "#lib/manifest/problem.ts";
import { isMediaKind, mediaKinds } from "#lib/media/media.ts";

/** What a body names by key or path, and the site's custom blocks, which may hold such names. */
export interface BodyReferences {
  readonly custom: CustomBlocks | undefined;
  readonly media: MediaReferences;
  readonly pages: PageReferences;
}

/** A section's blocks with ids in place of keys of media and paths of pages, inside custom blocks too. */
export const blocksWithIds = (
  blocks: readonly unknown[],
  section: SectionName,
  at: Path,
  { custom, media, pages }: BodyReferences,
): readonly unknown[] =>
  blocks.map((block, index) => {
    if (!isObject(block)) return block;
    const { type, value } = block;
    const valueAt = [...at, index, "value"];
    const declared = typeof type === "string" ? custom?.[section].get(type) : undefined;
    if (declared) return { ...block, value: customWithIds(declared, value, valueAt, { media, pages }) };
    if (type === "paragraph" && typeof value === "string")
      return { ...block, value: pages.inRichText(value, valueAt) };
    if (isMediaKind(type)) return { ...block, value: { id: media.idOf(type, value, valueAt) } };
    return type === "gallery" ? { ...block, value: galleryWithIds(value, valueAt, media) } : block;
  });

/** Leaves values that are no map or text to the rules of the editor API, which refuse them. */
const customWithIds = (
  block: CustomBlock,
  value: unknown,
  at: Path,
  { media, pages }: Omit<BodyReferences, "custom">,
): unknown => {
  const replace: LeafReplacement["replace"] = (type, leaf, place) => {
    if (type === "richtext" && typeof leaf === "string") return pages.inRichText(leaf, place);
    if (!isObject(leaf)) return leaf;
    if (type === "page") return pages.idOf(leaf, place, "page");
    return isMediaKind(type) ? media.idOf(type, leaf, place) : leaf;
  };
  return mapLeaves(block, value, at, { form: "written", replace });
};

const galleryWithIds = (value: unknown, at: Path, media: MediaReferences): unknown => {
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown, index) => {
    const id = media.idOf("image", entry, [...at, index], { others: ["caption"] });
    return isObject(entry) && Object.hasOwn(entry, "caption") ? { id, caption: entry.caption } : { id };
  });
};

type StoredBlocks = readonly { readonly type: string; readonly value?: unknown }[];

/**
 * Stored sections with ids in place of `{$image: key}`, `{$page: path}` and the like at any depth, and of
 * paths in the links of paragraphs and of declared rich text.
 */
export const storedWithIds = <Block extends StoredBlocks[number]>(
  sections: Readonly<Record<string, readonly Block[]>>,
  at: Path,
  { custom, media, pages }: BodyReferences,
): Readonly<Record<string, readonly Block[]>> => {
  const withLinks = ({ type, value }: Block, declared: CustomBlock | undefined, place: Path): unknown => {
    if (declared) return linksInCustom(declared, value, place, pages);
    return type === "paragraph" && typeof value === "string" ? pages.inRichText(value, place) : value;
  };
  const entries = Object.entries(sections).map(([section, blocks]) => {
    const declared = sectionNames.find((name) => name === section);
    const written = blocks.map((block, index) => {
      const place = [...at, section, index, "value"];
      const linked = withLinks(block, declared && custom?.[declared].get(block.type), place);
      return { ...block, value: referencesReplaced(linked, place, { media, pages }) };
    });
    return [section, written];
  });
  return Object.fromEntries(entries);
};

const linksInCustom = (block: CustomBlock, value: unknown, at: Path, pages: PageReferences): unknown =>
  mapLeaves(block, value, at, {
    form: "stored",
    replace: (type, leaf, place) =>
      type === "richtext" && typeof leaf === "string" ? pages.inRichText(leaf, place) : leaf,
  });

const referencesReplaced = (
  value: unknown,
  at: Path,
  references: Omit<BodyReferences, "custom">,
): unknown => {
  if (Array.isArray(value))
    return value.map((member, index) => referencesReplaced(member, [...at, index], references));
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, "$page")) return references.pages.idOf(value, at, "$page");
  const kind = mediaKinds.find((name) => Object.hasOwn(value, `$${name}`));
  if (kind) return references.media.idOf(kind, value, at, { member: `$${kind}` });
  const members = Object.entries(value).map(([name, member]) => [
    name,
    referencesReplaced(member, [...at, name], references),
  ]);
  return Object.fromEntries(members);
};
