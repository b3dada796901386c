import type { MediaIds } from "#lib/media/references.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { PartAllowance } from "#lib/richtext/problem.ts";
import type { Removal } from "#lib/richtext/removals.ts";
import type { CustomBlocks } from "./custom-block.ts";
import { isObject } from "./is-object.ts";
import type { SectionName, StoredBlock } from "./sections.ts";

export interface WritingContext extends WritingRules {
  readonly section: SectionName;
  /** The path at which problems are reported: the section, its Markdown field, or a block of them. */
  readonly path: string;
  /** The section's blocks in the latest revision, which placeholders may name; null without a revision. */
  readonly stored: readonly StoredBlock[] | null;
  /** How many parts the body may still have; each written part is taken from it. */
  readonly parts: PartAllowance;
}

/** Gets what is not stored of an author's body, at paths such as `overview.2.value`. */
export interface WritingCollector {
  /** Absent unless the author asks for a report. */
  readonly removed?: (path: string, removals: readonly Removal[]) => void;
  readonly ignored: (path: string) => void;
}

export interface WritingRules {
  readonly collector?: WritingCollector | undefined;
  readonly features: readonly RichTextFeature[];
  readonly custom?: CustomBlocks | undefined;
  readonly media: MediaIds;
  /** A new UUID, for entries of galleries, items of lists and children of streams. */
  readonly newId: () => string;
}

/** An author's value in stored form, or its problems, at paths such as `value.0.text`. */
export type WrittenValue = { readonly value: unknown } | { readonly problems: readonly Problem[] };

/** Reports the members of an author's object that mean nothing. */
export const reportIgnored = (
  collector: WritingCollector | undefined,
  value: unknown,
  path: string,
  known: readonly string[],
): void => {
  if (!collector || !isObject(value)) return;
  for (const name of Object.keys(value)) if (!known.includes(name)) collector.ignored(`${path}.${name}`);
};
