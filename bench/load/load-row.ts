/** What became of requests of one kind. */
export interface Answered {
  /** Of those that were served, in milliseconds. */
  readonly served: number[];
  /** Of those that were refused as `busy`. */
  readonly refused: number[];
  /** A line for each answer that is neither. */
  readonly problems: string[];
}

/** The same requests from one connection, and from very many. */
export interface LoadRow {
  readonly name: string;
  readonly alone: Answered;
  readonly crowded: Answered;
}
