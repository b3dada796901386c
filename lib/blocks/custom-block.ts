import { isMediaKind, type MediaKind } from "#lib/media/media.ts";
import type { ProblemCode } from "#lib/refusals/problem.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { isObject } from "./is-object.ts";
import type { SectionName } from "./sections.ts";

interface Presence {
  readonly required: boolean;
}

/** Lengths are in code points of the trimmed text. */
export interface TextLeaf extends Presence {
  readonly type: "char" | "text" | "url" | "email";
  readonly minLength: number;
  readonly maxLength: number;
}

/** Bounds are inclusive. A decimal is stored as text, so that no digit is lost. */
export interface NumberLeaf extends Presence {
  readonly type: "integer" | "decimal";
  readonly minValue: number;
  readonly maxValue: number;
}

export interface ChoiceLeaf extends Presence {
  readonly type: "choice";
  readonly choices: readonly string[];
}

/** Images, audios, videos and pages are named by their ids. */
export interface PlainLeaf extends Presence {
  readonly type: "boolean" | "date" | "datetime" | "page" | MediaKind;
}

/** A leaf that needs no sanitizer. */
export type SimpleLeaf = TextLeaf | NumberLeaf | ChoiceLeaf | PlainLeaf;

export interface RichTextLeaf extends Presence {
  readonly type: "richtext";
  /** The permitted features; null for those of paragraphs. */
  readonly features: readonly RichTextFeature[] | null;
}

/** HTML that is not sanitized: the API never accepts it. */
export interface RawHtmlLeaf extends Presence {
  readonly type: "rawhtml";
}

/** What is wrong with an author's value, at a path in it such as `rows.2`; empty for the whole. */
export interface BlockProblem {
  readonly path: string;
  readonly code: ProblemCode;
  readonly message: string;
}

/** Of a block of a section; parts of blocks are not checked. */
interface Checked {
  /** What the shape does not say about an author's value. */
  readonly check?: (value: unknown, site: BlockSite) => readonly BlockProblem[];
}

/** What blocks of Lectern depend on beside their declaration. */
export interface BlockSite {
  /** The hosts of which the site takes embeds; absent where it does not matter, or where it takes none. */
  readonly embedHosts?: readonly string[] | undefined;
}

export interface StructBlock extends Presence, Checked {
  readonly type: "struct";
  readonly fields: ReadonlyMap<string, CustomBlock>;
}

export interface ListBlock extends Presence, Checked {
  readonly type: "list";
  readonly item: CustomBlock;
}

/** Values that each name their type. */
export interface StreamBlock extends Presence {
  readonly type: "stream";
  readonly blocks: ReadonlyMap<string, CustomBlock>;
}

/** The declaration of a custom block, or of a part of it (contract#custom-blocks). */
export type CustomBlock = SimpleLeaf | RichTextLeaf | RawHtmlLeaf | StructBlock | ListBlock | StreamBlock;

/** What a block's own rule finds in an author's value of its shape. */
export const ruleProblemsIn = (
  block: CustomBlock,
  value: unknown,
  site: BlockSite = {},
): readonly BlockProblem[] => ("check" in block && block.check?.(value, site)) || [];

/** Custom blocks by section and name. */
export interface CustomBlocks
  extends Readonly<Record<SectionName, ReadonlyMap<string, CustomBlock>>>,
    BlockSite {}

export interface CustomLeaf {
  readonly type: Exclude<CustomBlock["type"], "struct" | "list" | "stream">;
  readonly value: unknown;
}

/** The leaves of a stored custom block in order; containers of another shape than declared have none. */
export function* customLeaves(block: CustomBlock, stored: unknown): Generator<CustomLeaf> {
  switch (block.type) {
    case "struct":
      yield* leavesOfStruct(block, stored);
      break;
    case "list":
      yield* leavesOfList(block, stored);
      break;
    case "stream":
      yield* leavesOfStream(block, stored);
      break;
    default:
      yield { type: block.type, value: stored };
  }
}

function* leavesOfStruct({ fields }: StructBlock, stored: unknown): Generator<CustomLeaf> {
  if (!isObject(stored)) return;
  for (const [name, field] of fields)
    if (Object.hasOwn(stored, name)) yield* customLeaves(field, stored[name]);
}

function* leavesOfList({ item }: ListBlock, stored: unknown): Generator<CustomLeaf> {
  if (!Array.isArray(stored)) return;
  for (const entry of stored) if (isObject(entry)) yield* customLeaves(item, entry.value);
}

function* leavesOfStream({ blocks }: StreamBlock, stored: unknown): Generator<CustomLeaf> {
  if (!Array.isArray(stored)) return;
  for (const child of stored) {
    const kind = isObject(child) && typeof child.type === "string" ? blocks.get(child.type) : undefined;
    if (kind) yield* customLeaves(kind, child.value);
  }
}

/** Names of members and indexes. */
export type LeafPlace = readonly (string | number)[];

/** Replaces the value of a leaf that stands at `at`. */
export interface LeafReplacement {
  /** `written`: items of lists are plain, as authors send them; `stored`: they are maps with a `value`. */
  readonly form: "written" | "stored";
  readonly replace: (type: CustomLeaf["type"], value: unknown, at: LeafPlace) => unknown;
}

/** A custom block's value with its leaves replaced. Containers of another shape than declared stay. */
export const mapLeaves = (
  block: CustomBlock,
  value: unknown,
  at: LeafPlace,
  replacement: LeafReplacement,
): unknown => {
  const mapPart = (part: CustomBlock, member: unknown, ...steps: LeafPlace): unknown =>
    mapLeaves(part, member, [...at, ...steps], replacement);
  const mapChild = (kind: CustomBlock | undefined, child: unknown, index: number): unknown =>
    kind && isObject(child) && Object.hasOwn(child, "value")
      ? { ...child, value: mapPart(kind, child.value, index, "value") }
      : child;
  switch (block.type) {
    case "struct": {
      if (!isObject(value)) return value;
      const members = Object.entries(value).map(([name, member]) => {
        const field = block.fields.get(name);
        return [name, field ? mapPart(field, member, name) : member];
      });
      return Object.fromEntries(members);
    }
    case "list": {
      if (!Array.isArray(value)) return value;
      const mapItem = replacement.form === "written" ? mapPart : mapChild;
      return value.map((item: unknown, index) => mapItem(block.item, item, index));
    }
    case "stream":
      if (!Array.isArray(value)) return value;
      return value.map((child: unknown, index) => {
        const kind = isObject(child) ? block.blocks.get(child.type as string) : undefined;
        return mapChild(kind, child, index);
      });
    default:
      return replacement.replace(block.type, value, at);
  }
};

interface MediaReplacement extends Pick<LeafReplacement, "form"> {
  readonly replace: (kind: MediaKind, value: unknown, at: LeafPlace) => unknown;
}

/** A custom block's value with its media replaced. Values of another shape than declared stay. */
export const mapMedia = (
  block: CustomBlock,
  value: unknown,
  at: LeafPlace,
  { form, replace }: MediaReplacement,
): unknown => {
  const replaceMedia: LeafReplacement["replace"] = (type, leaf, place) =>
    isMediaKind(type) ? replace(type, leaf, place) : leaf;
  return mapLeaves(block, value, at, { form, replace: replaceMedia });
};
