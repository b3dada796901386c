import type { CustomBlock, CustomBlocks } from "#lib/blocks/custom-block.ts";
import { mapMedia } from "#lib/blocks/custom-media.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import type { SectionName } from "#lib/blocks/sections.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import { isMediaKind, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { type MediaIds, type MediaReference, mediaIds } from "#lib/media/references.ts";
import type { MediaIdOf } from "./media-ids.ts";

/** Replaces the keys of media by ids, and remembers these. Unknown keys are reported. */
export interface MediaReferences {
  /** The id for a value such as `{image: heron}`. Any other value or member is reported, and gets some id. */
  readonly idOf: (kind: MediaKind, value: unknown, at: Path, form?: ReferenceForm) => number;
  /** All ids that were given. */
  readonly used: () => MediaIds;
}

/** For references other than a map whose only key is the kind. */
interface ReferenceForm {
  /** The member that holds the media object's key. */
  readonly member?: string;
  /** Other permitted members. */
  readonly others?: readonly string[];
}

/** The id for references that were reported, so that each is reported once. */
const noObject = 1;

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

/** A section's blocks with ids in place of media keys, inside custom blocks too. */
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

/** The editor API's rules refuse what is not a map. */
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

/** A stored value with ids in place of `{$image: key}`, `{$audio: key}` and `{$video: key}`, at any depth. */
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
