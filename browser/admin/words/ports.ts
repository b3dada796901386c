import type { ChangedPart } from "./changed-parts.ts";
import type { Fields, Merged } from "./merge.ts";

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

/** A working copy before it is stored: what stood on the screen, a change of a revision. */
export interface SentCopy {
  readonly base: Base;
  readonly fields: Fields;
}

/** What a tab knows of what the service has, and what it has sent without getting an answer. */
export interface Known {
  /** The latest revision that is merged. */
  readonly base: Base;
  /** What is stored, as whole fields: those of the working copy, and the revision that it is a change of. */
  readonly copied: Fields;
  /** Without a working copy, its fields are what is stored. */
  readonly copiedBase: Base;
  /** Of the working copy; 0 without one. */
  readonly version: number;
  /** A working copy that may be stored: it is sent again until an answer comes. */
  readonly sent: SentCopy | undefined;
  /** A save that may have been made. */
  readonly save: PendingSave | undefined;
}

/** What the browser keeps of one page and tab. */
export interface JournalEntry extends Known {
  readonly page: string;
  readonly tab: string;
  /** What stood on the screen. */
  readonly fields: Fields;
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

/** Where the words are that stand on the screen. */
export type Place =
  /** Nothing differs from the latest revision that is known. */
  | "saved"
  /** In the working copy. */
  | "kept"
  /** On their way. */
  | "sending"
  /** Only in this browser, until the service answers. */
  | "here"
  /** Only in this browser, until somebody signs in. */
  | "signed out"
  /** Only in this browser: the service has refused them. */
  | "refused";

/** Words that were found where the page was opened, or that came from elsewhere while it was. */
export interface Arrival {
  readonly from: "working copy" | "this browser" | "other tab" | "revision";
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly client: string | null;
  /** What it has changed on the screen. */
  readonly parts: readonly ChangedPart[];
  /** The latest revisions that were merged before and after it. */
  readonly since: number;
  readonly until: number;
  /** True if words of this tab stand beside those that came. */
  readonly isMerged: boolean;
}

/** A merge in which somebody has to choose. */
export interface Choice {
  readonly merged: Merged;
  readonly from: Arrival["from"];
  readonly resolve: (fields: Fields) => Promise<void>;
}

export interface Keeper {
  /** What stands on the screen. */
  readonly fields: () => Fields;
  readonly base: () => Base;
  readonly version: () => number;
  readonly place: () => Place;
  readonly choice: () => Choice | undefined;
  readonly problem: () => { readonly message: string; readonly problems: readonly Problem[] } | undefined;
  /** True if the browser's store takes nothing; then the working copy is written at once. */
  readonly isJournalFull: () => boolean;
  /** Somebody has typed. Nothing is waited for. */
  readonly type: (fields: Fields) => void;
  /** Takes what was left, sends what is not sent yet, now, and waits until the service has it or says why not. */
  readonly flush: () => Promise<void>;
  /** Makes a revision of what stands on the screen. */
  readonly save: () => Promise<Outcome<{ readonly revisionId: number }>>;
  /** Tries again: the network is there, or somebody has signed in. */
  readonly resume: () => void;
  /** Ends: nothing is written or sent any more. */
  readonly stop: () => void;
}

export interface KeeperOptions {
  readonly page: string;
  readonly tab: string;
  readonly journal: Journal;
  readonly service: PageService;
  readonly timer: Timer;
  /** An `Idempotency-Key`. */
  readonly newKey: () => string;
  /** Called whenever something of the keeper has changed. */
  readonly changed: () => void;
  /** Called when words from elsewhere have come onto the screen. */
  readonly arrived: (arrival: Arrival) => void;
}
