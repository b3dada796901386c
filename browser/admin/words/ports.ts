import type { Fields } from "./merge.ts";

/** What a page was when somebody began to write: a revision of it. */
export interface Base {
  readonly revisionId: number;
  readonly fields: Fields;
}

/** What the service keeps for one person and page. */
export interface StoredCopy {
  readonly version: number;
  readonly base_revision_id: number;
  /** What a PATCH of that revision would take. */
  readonly fields: Fields;
  readonly updated_at: string;
  readonly client: string | null;
}

/** A save that is repeated with the same key until an answer comes, so that it is made once. */
export interface PendingSave {
  readonly key: string;
  readonly base: Base;
  /** What stood on the screen. */
  readonly fields: Fields;
  /** The working copy that it ends. */
  readonly version: number;
}

/** What the browser keeps of one page and tab. */
export interface JournalEntry {
  readonly page: string;
  readonly tab: string;
  readonly base: Base;
  /** What stood on the screen. */
  readonly fields: Fields;
  /** What the working copy had, as far as the tab knew: whole fields, and its version; 0 without one. */
  readonly copied: Fields;
  readonly version: number;
  /** Digests of working copies that were sent, and of which the tab does not know whether they have arrived. */
  readonly attempts: readonly string[];
  /** A save of which the tab does not know whether it was made. */
  readonly save: PendingSave | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The store of the browser, of one account on one site. */
export interface Journal {
  readonly put: (entry: JournalEntry) => Promise<void>;
  readonly remove: (page: string, tab: string) => Promise<void>;
  /** The entries of a page, but not of tabs that are still open. */
  readonly left: (page: string) => Promise<readonly JournalEntry[]>;
}

/** Why a request has not done what it should. */
export type Failure =
  /** No answer, or one that says to come again. */
  | { readonly kind: "away" }
  | { readonly kind: "signed out" }
  /** Another working copy is stored; null: none is. */
  | { readonly kind: "other copy"; readonly copy: StoredCopy | null }
  /** The page was saved since. */
  | { readonly kind: "other revision" }
  /** Nothing that comes again can help, such as a page that is gone. */
  | { readonly kind: "refused"; readonly message: string; readonly problems: readonly Problem[] };

export interface Problem {
  readonly path: string;
  readonly message: string;
}

export type Outcome<Value> = { readonly value: Value } | { readonly failure: Failure };

/** What is asked of the service for one page. */
export interface PageService {
  readonly read: () => Promise<Outcome<Base>>;
  readonly readRevision: (id: number) => Promise<Outcome<Base>>;
  /** The working copy, or null without one. */
  readonly readCopy: () => Promise<Outcome<StoredCopy | null>>;
  readonly putCopy: (copy: {
    readonly version: number;
    readonly base_revision_id: number;
    readonly fields: Fields;
  }) => Promise<Outcome<StoredCopy>>;
  /** Makes a revision and ends the working copy of that version. */
  readonly save: (save: PendingSave) => Promise<Outcome<Saved>>;
}

export interface Saved {
  readonly revisionId: number;
  /** True if the working copy that was named has stayed, because it is another one now. */
  readonly isCopyKept: boolean;
}

export interface Timer {
  readonly now: () => number;
  /** Calls once, and gives what cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
}
