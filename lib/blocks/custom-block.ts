import type { MediaKind } from "#lib/media/media.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
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
  /** Null for those of paragraphs. */
  readonly features: readonly RichTextFeature[] | null;
}

/** HTML that is not sanitized: the API never accepts it. */
export interface RawHtmlLeaf extends Presence {
  readonly type: "rawhtml";
}

export interface StructBlock extends Presence {
  readonly type: "struct";
  readonly fields: ReadonlyMap<string, CustomBlock>;
}

export interface ListBlock extends Presence {
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

/** Custom blocks by section and name. */
export type CustomBlocks = Readonly<Record<SectionName, ReadonlyMap<string, CustomBlock>>>;
