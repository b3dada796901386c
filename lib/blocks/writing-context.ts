import type { PartAllowance } from "#lib/richtext/part-allowance.ts";
import type { SectionName } from "./sections.ts";
import type { StoredBlock } from "./stored.ts";
import type { WritingRules } from "./writing-rules.ts";

/** What an author's section is checked against. */
export interface WritingContext extends WritingRules {
  readonly section: SectionName;
  /** Where problems are reported: the section, or its Markdown field. */
  readonly path: string;
  /**
   * The blocks that the latest revision has in this section, which placeholders may name; null when there is
   * no revision yet.
   */
  readonly stored: readonly StoredBlock[] | null;
  /** How many parts the body may still have; what is written takes them from it. */
  readonly parts: PartAllowance;
}
