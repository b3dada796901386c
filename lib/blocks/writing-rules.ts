import type { MediaIds } from "#lib/media/references.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { Removal } from "#lib/richtext/removals.ts";
import type { CustomBlocks } from "./custom-block.ts";

/** Gets what is not stored of an author's body, at paths such as `overview.2.value`. */
export interface WritingCollector {
  readonly removed: (path: string, removals: readonly Removal[]) => void;
  readonly ignored: (path: string) => void;
}

export interface WritingRules {
  /** Absent unless the author asks for a report. */
  readonly collector?: WritingCollector | undefined;
  readonly features: readonly RichTextFeature[];
  readonly custom?: CustomBlocks | undefined;
  readonly media: MediaIds;
  /** A new UUID, for entries of galleries, items of lists and children of streams. */
  readonly newId: () => string;
}
