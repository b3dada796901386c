import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import { indexChangedPages, type WordSource } from "#lib/catalog/words/index-changed-pages.ts";
import { exactTerms, WordIndex } from "#lib/catalog/words/word-index.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { inTitle, wordForm } from "#lib/search/words.ts";
import type { LiveContent } from "#lib/store/pages.ts";
import type { StoredWords } from "#lib/store/words.ts";
import { listingWith } from "./listings.ts";

let catalog: Catalog;
let index: WordIndex;
let words: Map<number, StoredWords>;
let contents: Map<number, LiveContent<PostContent>>;
let isWholeRead: boolean;

const source: WordSource = {
  at: async (ids) => ids.map((id) => words.get(id)),
  all: async function* () {
    isWholeRead = true;
    yield [...words.values()];
  },
  liveContents: async (ids) => ids.map((id) => contents.get(id)),
};

beforeEach(() => {
  catalog = new Catalog(":memory:");
  index = new WordIndex(":memory:");
  words = new Map();
  contents = new Map();
  isWholeRead = false;
  apply(1, { kind: "root", parentId: null, version: 1, title: "" });
});

const apply = (id: number, properties: Omit<Parameters<typeof listingWith>[0], "id">): void => {
  const listing = listingWith({ id, ...properties });
  catalog.apply([{ kind: "page", id, version: listing.version, listing }]);
};

const listPost = (id: number, version: number, liveRevisionId: number): void =>
  apply(id, { kind: "post", parentId: 1, version, liveRevisionId, visibleDate: "2026-01-01T00:00:00Z" });

const keepWords = (pageId: number, version: number, revisionId: number, ...kept: string[]): void => {
  words.set(pageId, { pageId, version, revisionId, form: wordForm, words: kept });
};

const keepContent = (pageId: number, revisionId: number, title: string): void => {
  const content = { title, body: [], coverImage: null } as Partial<PostContent> as PostContent;
  contents.set(pageId, { pageId, revisionId, content });
};

const found = (word: string): number[] => [...index.find({ terms: exactTerms([word]), operator: "and" })];

describe("an index of words", () => {
  test("takes up the words of a post that is news, and no second time", async () => {
    listPost(5, 3, 7);
    keepWords(5, 3, 7, "heron");
    expect(await indexChangedPages(index, catalog, source)).toBe(true);
    expect([found("heron"), index.versions[5]]).toEqual([[5], 3]);
    keepWords(5, 3, 7, "crane");
    await indexChangedPages(index, catalog, source);
    expect(found("heron")).toEqual([5]);
  });

  test("keeps the words of a post whose listing has changed and whose content has not", async () => {
    listPost(5, 4, 7);
    keepWords(5, 3, 7, "heron");
    expect(await indexChangedPages(index, catalog, source)).toBe(true);
    expect([found("heron"), index.versions[5]]).toEqual([[5], 4]);
  });

  test.each<[string, () => void]>([
    ["are of the revision before", () => keepWords(5, 2, 6, "heron")],
    ["are of a later revision that was public before", () => keepWords(5, 2, 9, "heron")],
    ["are not there, nor its content", () => {}],
    ["are not there, and its content is of another revision", () => keepContent(5, 6, "Heron")],
  ])("has not done with a post whose words %s, until they appear", async (_, keep) => {
    keep();
    listPost(5, 3, 7);
    listPost(6, 3, 8);
    keepWords(6, 3, 8, "crane");
    expect(await indexChangedPages(index, catalog, source)).toBe(false);
    expect([found("heron"), found("crane"), index.versions[5]]).toEqual([[], [6], 0]);
    keepWords(5, 3, 7, "heron");
    expect(await indexChangedPages(index, catalog, source)).toBe(true);
    expect(found("heron")).toEqual([5]);
  });

  test("takes words that are newer than the listing, and asks again when the listing is", async () => {
    listPost(5, 3, 7);
    keepWords(5, 4, 8, "crane");
    expect(await indexChangedPages(index, catalog, source)).toBe(true);
    expect([found("crane"), index.versions[5]]).toEqual([[5], 3]);
    listPost(5, 4, 8);
    expect(await indexChangedPages(index, catalog, source)).toBe(true);
    expect([found("crane"), index.versions[5]]).toEqual([[5], 4]);
  });

  test("takes what a post says where nobody has kept its words", async () => {
    listPost(5, 3, 7);
    keepContent(5, 7, "Heron");
    expect(await indexChangedPages(index, catalog, source)).toBe(true);
    expect(found("heron")).toEqual([5]);
  });

  describe("reads posts anew whose words an earlier version has stored", () => {
    const keepOldWords = (word: string): void => {
      listPost(5, 3, 7);
      words.set(5, { pageId: 5, version: 3, revisionId: 7, form: 1, words: [word, inTitle(word)] });
      keepContent(5, 7, "Герой किताब");
    };

    afterEach(() => {
      vi.unstubAllEnvs();
    });

    test.each(["герои", "कताब", "かく"])("if their words may have lost marks, such as %s", async (word) => {
      keepOldWords(word);
      expect(await indexChangedPages(index, catalog, source)).toBe(true);
      expect([found(word), found("герой"), found("किताब")]).toEqual([[], [5], [5]]);
    });

    test("and not if all their words are Latin or Greek, unless there are custom blocks", async () => {
      keepOldWords("heron");
      expect(await indexChangedPages(index, catalog, source)).toBe(true);
      expect([found("heron"), found("герой")]).toEqual([[5], []]);
      vi.stubEnv("SITE_POST_BODY_BLOCKS", '{"sections": {}, "blocks": {}}');
      index = new WordIndex(":memory:");
      expect(await indexChangedPages(index, catalog, source)).toBe(true);
      expect([found("heron"), found("герой")]).toEqual([[], [5]]);
    });
  });

  test("has live pages only, those that are no posts by their titles", async () => {
    apply(2, { kind: "home", parentId: 1, title: "Marsh notes" });
    apply(3, { parentId: 2, title: "Marsh", live: false });
    expect(await indexChangedPages(index, catalog, source)).toBe(true);
    expect([found("marsh"), index.size]).toEqual([[2], 2]);
    apply(2, { kind: "home", parentId: 1, title: "Marsh notes", version: 2, live: false });
    catalog.apply([{ kind: "page", id: 1, version: 2, listing: null }]);
    await indexChangedPages(index, catalog, source);
    expect([found("marsh"), index.size]).toEqual([[], 0]);
  });

  test("that lacks most reads all words at once, and asks by page for what they do not tell", async () => {
    for (let id = 10; id < 400; id++) {
      listPost(id, 3, id);
      if (id % 100 === 0) keepContent(id, id, "Heron");
      else keepWords(id, id % 50 === 0 ? 2 : 3, id, "heron");
    }
    keepWords(400, 1, 1, "heron");
    expect(await indexChangedPages(index, catalog, source)).toBe(true);
    expect(isWholeRead).toBe(true);
    expect(found("heron")).toEqual(Array.from({ length: 390 }, (_, count) => count + 10));
    isWholeRead = false;
    for (let id = 10; id < 130; id++) listPost(id, 4, id);
    await indexChangedPages(index, catalog, source);
    expect([isWholeRead, index.versions[11]]).toEqual([false, 4]);
  });
});
