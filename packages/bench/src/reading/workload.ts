import type { HttpClient } from "#bench/client.ts";
import { type KnownPost, knownPosts } from "#bench/corpus/known-post.ts";
import type { CorpusIds } from "#bench/loading/load-corpus.ts";
import type { CheckedRequest } from "./measure.ts";

/** The corpus in a service. */
export interface Corpus {
  /** Including drafts and restricted posts. */
  readonly size: number;
  readonly ids: CorpusIds;
  /** The public posts by visible date. */
  readonly newestFirst: readonly KnownPost[];
}

export const knownCorpus = (size: number, ids: CorpusIds): Corpus => {
  const posts = knownPosts(size, ids);
  const newestFirst = posts.toSorted((one, other) => (one.visibleDate < other.visibleDate ? 1 : -1));
  return { size, ids, newestFirst };
};

/** The limits for a request. */
export interface Budget {
  /** CPU of the service; null if there is no limit. */
  readonly cpuMs: number | null;
  /** To DynamoDB. */
  readonly requests: number;
  readonly readUnits: number;
}

/** Requests of one kind. */
export interface Workload {
  readonly name: string;
  /**
   * Different requests, more of them than an instance remembers, if the corpus is large enough. Some need an
   * answer of the service first.
   */
  readonly requests: (service: HttpClient) => Promise<readonly CheckedRequest[]>;
  /**
   * `new`: each request differs. `same`: each is the same, and may be answered from memory. `changed`:
   * something changes before each, and the service notices it in another request.
   */
  readonly kind: "new" | "same" | "changed";
  readonly budget: Budget;
}

/** More than an instance remembers answers. */
export const variants = 600;

/** The CPU budget for a corpus of up to 1,000, up to 10,000, or more posts. */
export const cpuBudget = (
  { size }: Corpus,
  thousand: number,
  tenThousand: number,
  hundredThousand: number,
): number => (size <= 1_000 ? thousand : size <= 10_000 ? tenThousand : hundredThousand);

export const varied = (
  count: number,
  requestOf: (index: number) => CheckedRequest,
): readonly CheckedRequest[] => Array.from({ length: Math.max(1, count) }, (_, index) => requestOf(index));

/** A different day for each index, before all posts: a filter that every post passes. */
export const dayBefore = (index: number): string =>
  new Date(Date.UTC(1950, 0, 1 + index)).toISOString().slice(0, 10);
