/** The answers to requests of one kind. */
export interface LoadAnswers {
  /** The milliseconds of each successful answer. */
  readonly served: number[];
  /** The milliseconds of each `busy` refusal. */
  readonly refused: number[];
  /** A line for each other answer. */
  readonly problems: string[];
}

/** How a service answers requests of one connection, and of many. */
export interface LoadRow {
  readonly name: string;
  readonly alone: LoadAnswers;
  readonly crowded: LoadAnswers;
}
