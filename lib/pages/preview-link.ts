/** A link that shows a post to people without an account, for a while (contract#preview-links). */
export interface PreviewLink {
  readonly id: number;
  /** The SHA-256 of the secret in its addresses. */
  readonly secretHash: string;
  /** The user who made it. The link works while they may edit the post. Null for an administrator. */
  readonly makerId: number | null;
  /** The revision that it shows; null for always the latest one. */
  readonly revisionId: number | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The most links of a page that may work at a time. */
export const maxPreviewLinks = 100;

const daySeconds = 24 * 3_600;
export const maxPreviewSeconds = 30 * daySeconds;
export const defaultPreviewSeconds = 7 * daySeconds;
