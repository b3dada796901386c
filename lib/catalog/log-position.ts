/** How far a log has been read: everything up to `highest`, except the gaps, which had not appeared. */
export interface LogPosition {
  readonly highest: number;
  readonly gaps: readonly number[];
}

/** An entry that identifies the log: a log that was restored to an earlier time does not have it. */
export interface Anchor {
  readonly number: number;
  readonly mark: string;
  /** The latest time that the log knew when the entry was written. */
  readonly writtenAtMs: number;
}
