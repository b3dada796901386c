import type { MediaIds } from "#lib/media/references.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { CustomBlocks } from "./custom-block.ts";

export interface WritingRules {
  readonly features: readonly RichTextFeature[];
  readonly custom?: CustomBlocks | undefined;
  readonly media: MediaIds;
  /** A new UUID, for entries of galleries, items of lists and children of streams. */
  readonly newId: () => string;
}
