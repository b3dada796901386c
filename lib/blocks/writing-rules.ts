import type { MediaIds } from "#lib/media/references.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { CustomBlocks } from "./custom-block.ts";

/** The rules for an author's blocks in all sections. */
export interface WritingRules {
  readonly features: readonly RichTextFeature[];
  /** Undefined if the site has none. */
  readonly custom?: CustomBlocks | undefined;
  /** The media that the author may refer to. */
  readonly media: MediaIds;
  /** A new UUID, for entries of galleries, items of lists and children of streams. */
  readonly newId: () => string;
}
