import type { MediaIds } from "#lib/media/references.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { CustomBlocks } from "./custom-block.ts";

/** What an author's blocks are checked against, in whichever section and post. */
export interface WritingRules {
  /** What paragraphs may contain. */
  readonly features: readonly RichTextFeature[];
  /** Undefined where the site has no custom blocks. */
  readonly custom?: CustomBlocks | undefined;
  /** The media that the author may refer to. */
  readonly media: MediaIds;
  /** A new UUID each time: for the entries of galleries, the items of lists and the children of streams. */
  readonly newId: () => string;
}
