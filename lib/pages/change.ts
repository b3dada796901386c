import type { Media, MediaKind } from "#lib/media/media.ts";
import type { Listing } from "./listing.ts";
import { isWritten, type Page, type PageKind } from "./page.ts";

/**
 * A change that lists may show. `page` and `media`: null if it is deleted. `site`: groups, categories,
 * settings and the like have a new version. `void`: the number was not used.
 */
export type Change =
  | {
      readonly kind: "page";
      readonly id: number;
      readonly version: number;
      readonly listing: Listing | null;
      /** Null for a new page; absent in earlier versions' entries. */
      readonly before?: StateBefore | null;
      /** The page itself is gone, and not only its listing. */
      readonly deleted?: true;
    }
  | {
      readonly kind: "media";
      readonly mediaKind: MediaKind;
      readonly id: number;
      readonly version: number;
      readonly media: Media | null;
    }
  | {
      readonly kind: "site";
      readonly version: number;
      /** Absent in earlier versions' entries. */
      readonly alters?: AlteredSite;
    }
  /** Only in the log of edits: a page's row is new, and nothing that the public may see. */
  | { readonly kind: "edit"; readonly id: number; readonly version: number }
  | { readonly kind: "void" };

/** `CHANGES`: what the public may see. `EDITS`: what only editors see, which costs readers nothing. */
export type LogName = "CHANGES" | "EDITS";

/** What a change of the site's data alters in answers to strangers; nothing if all members are absent. */
export interface AlteredSite {
  /** Settings that are in answers about every page. */
  readonly everyPage?: true;
  /** Ids of categories with another slug or name, or that are gone. */
  readonly categories?: readonly number[];
  /** Ids of collections that strangers could see into before and cannot now, or the other way round. */
  readonly collections?: readonly number[];
}

/**
 * The members of a page that, when they change, may hide it from strangers or alter answers about other
 * pages.
 */
export interface SharedState {
  readonly live: boolean;
  /** True without a restriction of its own. */
  readonly open: boolean;
  readonly slug: string;
  /** The other members that answers about pages below it show, as text; empty for posts. */
  readonly passedOn: string;
}

/** The state before a change, and what is lost if it deletes the page. */
export interface StateBefore extends SharedState {
  readonly kind: PageKind;
  readonly ancestors: readonly number[];
}

export const sharedStateOf = (page: Page | Listing): SharedState => {
  const { live, restriction, slug, title, commentsClosed, seasons } = page;
  const passedOn = isWritten(page) ? "" : JSON.stringify([title, commentsClosed ?? false, seasons ?? []]);
  return { live, open: restriction === null, slug, passedOn };
};

export const stateBefore = (page: Page): StateBefore => ({
  kind: page.kind,
  ancestors: page.ancestors,
  ...sharedStateOf(page),
});

/** The change of a page that is deleted, or moved to the bin. */
export const pageDeletion = (page: Page): Change => ({
  kind: "page",
  id: page.id,
  version: page.version + 1,
  listing: null,
  before: stateBefore(page),
  deleted: true,
});

export interface DrawnNumber {
  readonly number: number;
  /** Tells apart two drawings of one number after a restoration; absent in earlier versions' entries. */
  readonly mark: string | undefined;
}

/** Numbers may appear out of order, and some never do. */
export interface NumberedChange extends DrawnNumber {
  readonly change: Change;
  /** By the writer's clock, milliseconds since the epoch. */
  readonly writtenAtMs: number;
  /** When the database may delete the entry. */
  readonly expiresAtMs: number;
}

/**
 * Gives for how long, at least, others had been writing to a log since an entry was written; call it with all
 * entries, from the newest backwards. A clock that was set in between says nothing of the time that has
 * passed: so each step counts `maxStepMs` at most, and one to a later time nothing.
 */
export const agesBackwards = (maxStepMs: number): ((entry: NumberedChange) => number) => {
  let earliestMs = Number.POSITIVE_INFINITY;
  let ageMs = 0;
  return ({ writtenAtMs }) => {
    if (writtenAtMs < earliestMs) {
      if (earliestMs < Number.POSITIVE_INFINITY) ageMs += Math.min(earliestMs - writtenAtMs, maxStepMs);
      earliestMs = writtenAtMs;
    }
    return ageMs;
  };
};
