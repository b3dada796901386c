import type { Page } from "./page.ts";

/** A post in the bin: its row, without approval, lock and workflow. Its revisions stay where they are. */
export interface BinnedPage {
  readonly page: Page;
  /** Of the latest revision. */
  readonly title: string;
  readonly deletedAt: string;
  /** Null for manifests and commands. */
  readonly deletedBy: number | null;
  /** Grows with each change of what belongs to the page. */
  readonly changes: number;
}

/** How long a post stays in the bin. */
const retentionMs = 30 * 24 * 3_600_000;

/** When the post leaves the bin for good. */
export const expiryOf = ({ deletedAt }: BinnedPage): string =>
  new Date(Date.parse(deletedAt) + retentionMs).toISOString();
