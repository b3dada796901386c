import { Catalog } from "#lib/catalog/catalog.ts";
import { FullText } from "#lib/catalog/current/full-text.ts";
import { WordIndex } from "#lib/catalog/words/word-index.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { WordSearch } from "#lib/queries/word-search.ts";
import { everyWordOf, readyWords, wordForm } from "#lib/search/words.ts";
import type { StoredWords } from "#lib/store/words.ts";
import { listingWith } from "./listings.ts";

/** Enough posts that a word and a filter together match more than 5,000, and rarer words more than 2,000. */
export const postIds = Array.from({ length: 5_400 }, (_, index) => index + 5);

/** Words in every post. */
export const commonWords = "sea soil wind rain snow sand rock moss fern lake pond".split(" ");

/** A page, its words beside the title, and all of its words. */
export interface SpokenPage {
  readonly listing: Listing;
  readonly text: string;
  readonly titleWords: readonly string[];
  readonly words: readonly string[];
}

/** A post is removed if it has no seed. */
export interface PostChange {
  readonly id: number;
  readonly seed: number | null;
}

/**
 * The root (1), the site's root page (2), a blog (3) and a podcast (4) with a password, and posts with mixed
 * dates, titles, words and restrictions: in a catalog, in an index of words, and as plain pages.
 */
export class LargeWorld {
  readonly catalog = new Catalog(":memory:");
  readonly pages = new Map(containers.map((page) => [page.listing.id, page]));
  readonly #fullText = new FullText(new WordIndex(":memory:"), {
    at: async (ids) => ids.map((id) => storedWordsOf(this.pages.get(id)!)),
    all: async function* (this: LargeWorld) {
      yield Array.from(this.pages.values(), storedWordsOf);
    }.bind(this),
    liveContents: async () => [],
  });
  readonly #changed = new Set(postIds);
  #version = 1;

  constructor() {
    this.catalog.apply(containers.map(({ listing }) => changeTo(listing.id, 1, listing)));
    this.putBack();
  }

  /** Replaces posts. */
  put(posts: readonly PostChange[]): void {
    const changes = posts.map(({ id, seed }) => {
      this.#changed.add(id);
      const version = ++this.#version;
      const page = seed === null ? undefined : postFrom(seed, id, version);
      if (page) this.pages.set(id, page);
      else this.pages.delete(id);
      return changeTo(id, version, page?.listing ?? null);
    });
    this.catalog.apply(changes);
  }

  /** Restores the changed posts: the seed of each is its id. */
  putBack(): void {
    this.put([...this.#changed].map((id) => ({ id, seed: id })));
    this.#changed.clear();
  }

  /** The ids that a search finds, best first. */
  search(search: WordSearch): Promise<Uint32Array> {
    return this.#fullText.search(this.catalog, { ...search, languages: [] });
  }
}

const pageOf = (listing: Listing, text: string): SpokenPage => {
  const titleWords = everyWordOf(listing.title);
  return { listing, text, titleWords, words: [...titleWords, ...everyWordOf(text)] };
};

const containers = [
  listingWith({ id: 1, parentId: null, kind: "root", title: "" }),
  listingWith({ id: 2, parentId: 1, kind: "home", title: "Otter" }),
  listingWith({ id: 3, parentId: 2, title: "Otter", showInMenus: true }),
  listingWith({ id: 4, parentId: 2, kind: "podcast", restriction: { type: "password", passwordHash: "" } }),
].map((listing) => pageOf(listing, ""));

// Each property repeats at an interval of its own.
const postFrom = (seed: number, id: number, version: number): SpokenPage => {
  const every = (interval: number, text: string): string[] => (seed % interval === 0 ? [text] : []);
  const dayAfter = (days: number): string => new Date(Date.UTC(2024, 0, 1 + days)).toISOString();
  const listing = listingWith({
    ...{ id, version, liveRevisionId: version, live: seed % 61 !== 0, showInMenus: seed % 59 !== 0 },
    ...(id % 3 === 0 ? { parentId: 4, kind: "episode" } : { parentId: 3, kind: "post" }),
    restriction: seed % 53 === 0 ? { type: "login" } : null,
    title: [...every(5, "Sea"), ...every(7, "Soil"), ...every(8, "Otter")].join(", "),
    tags: [...every(3, "reed"), ...every(17, "heron")],
    firstPublishedAt: dayAfter((seed * 101) % 499),
    visibleDate: dayAfter((seed * 37) % 701),
  });
  const rare = [...every(2, "newt"), ...every(3, "otter"), ...every(50, "crane")];
  const often = [...every(11, "soil soil"), ...every(13, "otter otter otter"), ...every(23, "sea sea")];
  return pageOf(listing, [...commonWords, ...rare, ...often].join(" "));
};

const storedWordsOf = ({ listing: { id, version, title }, text }: SpokenPage): StoredWords => ({
  ...{ pageId: id, revisionId: version, version, form: wordForm },
  words: readyWords(title, [text]),
});

const changeTo = (id: number, version: number, listing: Listing | null) =>
  ({ kind: "page", id, version, listing }) as const;
