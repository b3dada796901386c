import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import { FullText } from "#lib/catalog/current/full-text.ts";
import { findWordDifferences } from "#lib/catalog/verifying/verify-site.ts";
import type { WordSource } from "#lib/catalog/words/index-changed-pages.ts";
import { WordIndex } from "#lib/catalog/words/word-index.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { type WordSearch, wordSearchOf } from "#lib/queries/word-search.ts";
import { occursIn } from "#lib/search/sought.ts";
import { everyWordOf, readyWords, wordForm } from "#lib/search/words.ts";
import type { StoredWords } from "#lib/store/words.ts";
import { anyText } from "#test/support/any-text.ts";
import { listingWith } from "./listings.ts";

/** The public words of a page; posts have some beside their titles. */
interface Said {
  readonly title: string;
  readonly text: string;
  readonly visibleDate: string;
}

/** A catalog and a store of words that change together, and an index that follows them. */
class Library {
  readonly catalog = new Catalog(":memory:");
  readonly stored = new Map<number, StoredWords>();
  readonly said = new Map<number, Said>();
  readonly asked: number[] = [];
  /** The pages whose texts were read. */
  readonly read: number[] = [];
  readonly source: WordSource = {
    at: async (ids) => {
      this.asked.push(...ids);
      return ids.map((id) => this.stored.get(id));
    },
    all: async function* (this: Library) {
      yield [...this.stored.values()];
    }.bind(this),
    liveContents: async (ids) => {
      this.read.push(...ids);
      return ids.map((id) => this.liveContent(id));
    },
  };
  readonly fullText = new FullText(new WordIndex(":memory:"), this.source);
  #version = 0;

  constructor() {
    const [root, home] = [
      { id: 1, kind: "root", parentId: null },
      { id: 2, kind: "home", parentId: 1 },
    ] as const;
    for (const page of [root, home])
      this.#apply(listingWith({ ...page, title: "", version: ++this.#version }));
  }

  publish(id: number, said: Said): void {
    const version = ++this.#version;
    const { title, text, visibleDate } = said;
    this.said.set(id, said);
    const words = readyWords(title, [text]);
    this.stored.set(id, { pageId: id, revisionId: version, version, form: wordForm, words });
    this.#apply(
      listingWith({ id, parentId: 2, kind: "post", title, visibleDate, version, liveRevisionId: version }),
    );
  }

  liveContent(pageId: number) {
    const { title = "", text = "" } = this.said.get(pageId) ?? {};
    const code = { type: "code", id: "", value: { language: "", source: text } };
    const body = [{ type: "overview", id: "", value: [code] }];
    return {
      pageId,
      revisionId: this.stored.get(pageId)?.revisionId ?? 0,
      content: { title, body } as never,
    };
  }

  /** Changes a listing, but not the page's words. */
  touch(id: number): void {
    const listing = this.catalog.listingById(id);
    if (listing) this.#apply({ ...listing, version: ++this.#version });
  }

  withdraw(id: number): void {
    this.said.delete(id);
    this.stored.delete(id);
    this.catalog.apply([{ kind: "page", id, version: ++this.#version, listing: null }]);
  }

  async search(text: string, operator: WordSearch["operator"] = "and"): Promise<number[]> {
    return [
      ...(await this.fullText.search(this.catalog, { ...wordSearchOf({ text, operator }), languages: [] })),
    ];
  }

  /** A simple search with the promised results. */
  searchPlainly(text: string, operator: WordSearch["operator"]): number[] {
    const { words: loose, phrases } = wordSearchOf({ text, operator });
    const words = [...loose, ...phrases.flatMap((phrase) => phrase.words)];
    const scored = [...this.said].flatMap(([id, { title, text, visibleDate }]) => {
      const all = everyWordOf(`${title}\n${text}`).filter((word) => word.length <= 40);
      const inTitle = everyWordOf(title);
      const found = words.filter((word) => all.includes(word));
      const isThere = [
        ...loose.map((word) => all.includes(word)),
        ...phrases.map((phrase) => occursIn(phrase, [title, text])),
      ];
      const isFound = operator === "and" ? isThere.every(Boolean) : isThere.some(Boolean);
      const points = found.map(
        (word) =>
          1 +
          2 * Number(inTitle.includes(word)) +
          0.5 * Number(all.filter((each) => each === word).length >= 3),
      );
      const score = points.reduce((sum, each) => sum + each, 0);
      return isFound && words.length > 0 ? [{ id, score, at: Date.parse(visibleDate) }] : [];
    });
    return scored
      .sort((one, other) => other.score - one.score || other.at - one.at || other.id - one.id)
      .map(({ id }) => id);
  }

  #apply(listing: Listing): void {
    this.catalog.apply([{ kind: "page", id: listing.id, version: listing.version, listing }]);
  }
}

const some = (text: string, visibleDate = "2026-01-01T00:00:00.000Z"): Said => ({
  title: "",
  text,
  visibleDate,
});

describe("a search", () => {
  const word = fc.constantFrom("a", "A", "b", "c", "é", "e", "ß", "水", "x".repeat(40), "x".repeat(41));
  const separator = fc.constantFrom(" ", "-", '"', "\n", "*", " AND ", "\uE000", "(", ":");
  const text = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(fc.tuple(word, separator), { maxLength: 9 }).map((all) => all.flat().join("")),
    },
    { weight: 1, arbitrary: anyText({ maxLength: 20 }) },
  );
  const said = fc.record({
    title: text,
    text,
    visibleDate: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00Z"),
  });
  const id = fc.integer({ min: 3, max: 12 });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("publish" as const), id, said }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("withdraw" as const), id }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("touch" as const), id }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("search" as const),
        text,
        operator: fc.constantFrom("and" as const, "or" as const),
      }),
    },
  );

  test("finds what a simple model finds, in its order, after any history of changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const library = new Library();
        for (const step of steps) {
          if (step.kind === "publish") library.publish(step.id, step.said);
          else if (step.kind === "withdraw") library.withdraw(step.id);
          else if (step.kind === "touch") library.touch(step.id);
          else {
            const found = await library.search(step.text, step.operator);
            expect(found).toEqual(library.searchPlainly(step.text, step.operator));
          }
        }
        const rebuilt = new FullText(new WordIndex(":memory:"), library.source);
        await Promise.all([rebuilt, library.fullText].map((each) => each.bringUpToDate(library.catalog)));
        const { liveVersions } = library.catalog;
        expect(findWordDifferences(rebuilt.index, library.fullText.index, liveVersions)).toEqual([]);
        expect(findWordDifferences(library.fullText.index, rebuilt.index, liveVersions)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("for as many words as fit into one finds the post that has them all", async () => {
    const library = new Library();
    const words = Array.from({ length: 250 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(" ");
    library.publish(3, some(words));
    library.publish(4, some(words.slice(2)));
    expect(await library.search(words)).toEqual([3]);
    expect(await library.search(words, "or")).toEqual([3, 4]);
  });

  test("of more than 5,000 pages tells titles apart, and the rest by date", async () => {
    const library = new Library();
    for (let id = 3; id < 5_010; id++) library.publish(id, some("heron"));
    library.publish(7, { ...some("heron"), title: "Heron" });
    library.publish(5, some("heron heron heron"));
    library.publish(9, some("heron", "2026-02-01T00:00:00.000Z"));
    const found = await library.search("heron");
    expect(found).toHaveLength(5_007);
    expect(found.slice(0, 3)).toEqual([7, 9, 5_009]);
    expect(found.indexOf(5)).toBe(5_004);
  });

  test("reads a text once, however many phrases it is sought for, and a thousand texts at most", async () => {
    const library = new Library();
    for (let id = 3; id < 1_203; id++) library.publish(id, some("grey heron by the water"));
    library.publish(7, { ...some("by the heron"), title: "Grey water" });
    const phrases = ["grey heron", "heron by", "water the", "by water"].map((phrase) => `"${phrase}"`);
    for (const operator of ["and", "or"] as const) {
      library.read.length = 0;
      const found = await library.search(phrases.join(" "), operator);
      expect(library.read).toHaveLength(1_000);
      expect(new Set(library.read).size).toBe(1_000);
      expect(found).toHaveLength(operator === "and" ? 0 : 999);
    }
    expect(await library.search('"by the heron" "water the"', "or")).toEqual([7]);
  });

  test("asks the store for the words of what is new, and of nothing else", async () => {
    const library = new Library();
    for (const id of [3, 4]) library.publish(id, some("heron"));
    await library.search("heron");
    library.publish(4, some("crane"));
    library.withdraw(3);
    library.asked.length = 0;
    expect(await library.search("heron")).toEqual([]);
    await library.search("crane");
    expect(library.asked).toEqual([4]);
  });

  test("asks once for searches at the same time", async () => {
    const library = new Library();
    library.publish(3, some("heron"));
    await library.search("heron");
    library.publish(3, some("crane"));
    library.asked.length = 0;
    await Promise.all(Array.from({ length: 9 }, () => library.search("crane")));
    expect(library.asked).toEqual([3]);
  });
});

describe("an index differs from another", () => {
  test("by a live page that it lacks, has in an older version, or with other words", async () => {
    const library = new Library();
    for (const id of [3, 4, 5, 6, 7]) library.publish(id, some("heron"));
    await library.search("heron");
    const { index } = library.fullText;
    const version = (id: number) => index.versions[id]!;
    const other = new FullText(new WordIndex(":memory:"), library.source);
    await other.bringUpToDate(library.catalog);
    other.index.apply([
      { id: 3, version: 0, words: null },
      { id: 4, version: 1, words: ["heron"] },
      { id: 5, version: version(5), words: ["crane"] },
      { id: 6, version: 1, words: ["crane"] },
      { id: 7, version: 0, words: null },
    ]);
    library.touch(6);
    library.withdraw(7);
    expect(findWordDifferences(index, other.index, library.catalog.liveVersions)).toEqual([
      `words of page 3: version ${version(3)} is missing, nothing is there`,
      `words of page 4: version ${version(4)} is missing, 1 is there`,
      `words of page 5: version ${version(5)} differs`,
    ]);
  });
});
