import type { CustomBlock, CustomBlocks } from "#lib/blocks/custom-block.ts";
import { mapMedia } from "#lib/blocks/custom-media.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import type { SectionName } from "#lib/blocks/sections.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import { isMediaKind, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { type MediaIds, type MediaReference, mediaIds } from "#lib/media/references.ts";
import type { MediaIdOf } from "./media-ids.ts";

/** Turns the keys by which a manifest names media into ids, and remembers them. Unknown keys are reported. */
export interface MediaReferences {
  /**
   * The id for a value such as `{image: heron}`. Whatever else the value is, or holds beside, is reported;
   * some id stands in.
   */
  readonly idOf: (kind: MediaKind, value: unknown, at: Path, form?: ReferenceForm) => number;
  /** Every id that has stood in for a key. */
  readonly used: () => MediaIds;
}

/** How a reference is written where it is not a map with the kind as its only key. */
interface ReferenceForm {
  /** The key that the media object's key stands at. */
  readonly member?: string;
  /** What may stand beside it. */
  readonly others?: readonly string[];
}

/** What references to nothing become, so that each is reported once. */
const noObject = 1;

/** References that are not resolved yet. */
export const newMediaReferences = (mediaIdOf: MediaIdOf, report: Report): MediaReferences => {
  const used: MediaReference[] = [];
  const use = (kind: MediaKind, id: number): number => {
    used.push({ kind, id });
    return id;
  };
  return {
    idOf: (kind, value, at, { member = kind, others = [] } = {}) => {
      const key = isObject(value) ? value[member] : undefined;
      if (!isObject(value) || typeof key !== "string") {
        report(at, `expected a map such as {${member}: key}`);
        return use(kind, noObject);
      }
      for (const name of Object.keys(value)) {
        if (name !== member && !others.includes(name)) report([...at, name], "unknown key");
      }
      const id = mediaIdOf(kind, key);
      if (id === undefined) report([...at, member], `there is no ${kind} ${key}`);
      return use(kind, id ?? noObject);
    },
    used: () => mediaIds(used),
  };
};

/**
 * A section's blocks as the editor API takes them: media named by key are named by id instead, those inside
 * of custom blocks too.
 */
export const blocksWithIds = (
  blocks: readonly unknown[],
  section: SectionName,
  at: Path,
  { custom, media }: { readonly custom: CustomBlocks | undefined; readonly media: MediaReferences },
): readonly unknown[] =>
  blocks.map((block, index) => {
    if (!isObject(block)) return block;
    const { type, value } = block;
    const valueAt = [...at, index, "value"];
    const declared = typeof type === "string" ? custom?.[section].get(type) : undefined;
    if (declared) return { ...block, value: customWithIds(declared, value, valueAt, media) };
    if (isMediaKind(type)) return { ...block, value: { id: media.idOf(type, value, valueAt) } };
    return type === "gallery" ? { ...block, value: galleryWithIds(value, valueAt, media) } : block;
  });

/** What is no map is left to the editor API's rules. */
const customWithIds = (block: CustomBlock, value: unknown, at: Path, media: MediaReferences): unknown =>
  mapMedia(block, value, at, {
    form: "written",
    replace: (kind, named, place) => (isObject(named) ? media.idOf(kind, named, place) : named),
  });

const galleryWithIds = (value: unknown, at: Path, media: MediaReferences): unknown => {
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown, index) => {
    const id = media.idOf("image", entry, [...at, index], { others: ["caption"] });
    return isObject(entry) && Object.hasOwn(entry, "caption") ? { id, caption: entry.caption } : { id };
  });
};

/**
 * A stored value in which `{$image: key}`, `{$audio: key}` and `{$video: key}` have become ids, at any depth.
 */
export const storedWithIds = (value: unknown, at: Path, media: MediaReferences): unknown => {
  if (Array.isArray(value)) return value.map((member, index) => storedWithIds(member, [...at, index], media));
  if (!isObject(value)) return value;
  const kind = mediaKinds.find((name) => Object.hasOwn(value, `$${name}`));
  if (kind) return media.idOf(kind, value, at, { member: `$${kind}` });
  const members = Object.entries(value).map(([name, member]) => [
    name,
    storedWithIds(member, [...at, name], media),
  ]);
  return Object.fromEntries(members);
};
