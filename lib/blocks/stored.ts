/**
 * A stored block: its type and its value in storage form (site-manifest "Stored blocks"); nothing is promised
 * about `value`.
 */
export interface StoredBlock {
  readonly type: string;
  readonly value: unknown;
  readonly id?: string;
}

/** A stored section of a post's body, such as `overview` or `detail`. */
export interface Section {
  readonly type: string;
  readonly value: readonly StoredBlock[];
  readonly id?: string;
}
