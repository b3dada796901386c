import type { PartAllowance } from "#lib/richtext/part-allowance.ts";
import type { SectionName } from "./sections.ts";
import type { StoredBlock } from "./stored.ts";
import type { WritingRules } from "./writing-rules.ts";

export interface WritingContext extends WritingRules {
  readonly section: SectionName;
  /** Where problems are reported: the section, its Markdown field, or a block of them. */
  readonly path: string;
  /** The section's blocks in the latest revision, which placeholders may name; null without a revision. */
  readonly stored: readonly StoredBlock[] | null;
  /** How many parts the body may still have; each written part is taken from it. */
  readonly parts: PartAllowance;
}
