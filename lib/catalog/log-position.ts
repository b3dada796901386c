/** How far a log has been read: everything up to `highest` but the gaps, which had not appeared. */
export interface LogPosition {
  readonly highest: number;
  readonly gaps: readonly number[];
}

/** An entry by which a log is known again. */
export interface Anchor {
  readonly number: number;
  readonly mark: string;
  readonly writtenAtMs: number;
}
