/** What shows a post to people without an account, for a while (contract#preview-links). */
export interface PreviewLink {
  readonly id: number;
  /** The SHA-256 of the secret in its addresses. */
  readonly secretHash: string;
  /** Who made it, and whose right to edit it needs; null for an administrator. */
  readonly makerId: number | null;
  /** Null for always the latest one. */
  readonly revisionId: number | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** How many links of a page may work at a time. */
export const maxPreviewLinks = 100;

const daySeconds = 24 * 3_600;
export const maxPreviewSeconds = 30 * daySeconds;
export const defaultPreviewSeconds = 7 * daySeconds;
