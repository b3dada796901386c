import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { SectionName } from "./sections.ts";

/** What every kind of custom block says: whether its value may be left out. */
interface Presence {
  readonly required: boolean;
}

/** A leaf of text; lengths in code points, of the trimmed text. */
export interface TextLeaf extends Presence {
  readonly type: "char" | "text" | "url" | "email";
  readonly minLength: number;
  readonly maxLength: number;
}

/**
 * A number; the bounds belong to the range. A decimal's stored value is its text, so that no digit is lost.
 */
export interface NumberLeaf extends Presence {
  readonly type: "integer" | "decimal";
  readonly minValue: number;
  readonly maxValue: number;
}

/** One of the given texts. */
export interface ChoiceLeaf extends Presence {
  readonly type: "choice";
  readonly choices: readonly string[];
}

/** A leaf that its type says all about. Images, audios, videos and pages are named by their ids. */
export interface PlainLeaf extends Presence {
  readonly type: "boolean" | "date" | "datetime" | "image" | "audio" | "video" | "page";
}

/** A leaf whose value is checked by itself, without a sanitizer. */
export type SimpleLeaf = TextLeaf | NumberLeaf | ChoiceLeaf | PlainLeaf;

/** Rich text with its own features. */
export interface RichTextLeaf extends Presence {
  readonly type: "richtext";
  readonly features: readonly RichTextFeature[];
}

/** HTML that nothing sanitizes: the API never takes it. */
export interface RawHtmlLeaf extends Presence {
  readonly type: "rawhtml";
}

/** Named members, each of a kind of its own. */
export interface StructBlock extends Presence {
  readonly type: "struct";
  readonly fields: ReadonlyMap<string, CustomBlock>;
}

/** Any number of values of one kind. */
export interface ListBlock extends Presence {
  readonly type: "list";
  readonly item: CustomBlock;
}

/** Any number of values that each say which of several kinds they are of. */
export interface StreamBlock extends Presence {
  readonly type: "stream";
  readonly blocks: ReadonlyMap<string, CustomBlock>;
}

/** How one custom block, or a part of it, is built (site-manifest, `SITE_POST_BODY_BLOCKS`). */
export type CustomBlock = SimpleLeaf | RichTextLeaf | RawHtmlLeaf | StructBlock | ListBlock | StreamBlock;

/** The custom blocks that each section offers, by their names. */
export type CustomBlocks = Readonly<Record<SectionName, ReadonlyMap<string, CustomBlock>>>;
