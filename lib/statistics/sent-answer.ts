/** What counting needs of an answered request, whoever logged it. */
export interface SentAnswer {
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly status: number;
  readonly address: string;
  /** Empty for none. */
  readonly userAgent: string;
  /** Of the file: the first byte that was sent, and how many. */
  readonly start: number;
  readonly bytes: number;
}
