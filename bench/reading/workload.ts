import type { HttpClient } from "#bench/client.ts";
import type { KnownPost } from "#bench/corpus/known-post.ts";
import type { CorpusIds } from "#bench/loading/load-corpus.ts";
import type { CheckedRequest } from "./measure.ts";

/** What a service was loaded with. */
export interface Corpus {
  /** How many posts, drafts and restricted ones included. */
  readonly size: number;
  readonly ids: CorpusIds;
  /** The public ones by visible date, the newest first. */
  readonly newestFirst: readonly KnownPost[];
}

/** What a request may take. */
export interface Budget {
  /** Of CPU, of service and engine together; null where nobody has said. */
  readonly cpuMs: number | null;
  /** To DynamoDB. */
  readonly requests: number;
  readonly readUnits: number;
}

/** Requests of one kind. */
export interface Workload {
  readonly name: string;
  /**
   * The requests, of which no two ask the same unless that is the point: there are more of them than an
   * instance remembers answers, where the corpus is large enough. Those that need something of the service
   * first ask for it.
   */
  readonly requests: (service: HttpClient) => Promise<readonly CheckedRequest[]>;
  /**
   * `new`: no request is quite like one before. `same`: each is, so that a kept answer will do. `changed`:
   * before each, something changes, and the service hears of it by a request of another kind.
   */
  readonly kind: "new" | "same" | "changed";
  readonly budget: Budget;
}

/** More requests than an instance remembers answers. */
export const variants = 600;

/** The CPU budget at the size of a corpus: that of 1,000, 10,000 or 100,000 posts, whichever is the next. */
export const cpuBudget = (
  { size }: Corpus,
  thousand: number,
  tenThousand: number,
  hundredThousand: number,
): number => (size <= 1_000 ? thousand : size <= 10_000 ? tenThousand : hundredThousand);

/** The variants of a request, by their number. */
export const varied = (
  count: number,
  requestOf: (index: number) => CheckedRequest,
): readonly CheckedRequest[] => Array.from({ length: Math.max(1, count) }, (_, index) => requestOf(index));

/** A day before all posts, another for each number: a filter that every post passes. */
export const dayBefore = (index: number): string =>
  new Date(Date.UTC(1950, 0, 1 + index)).toISOString().slice(0, 10);
