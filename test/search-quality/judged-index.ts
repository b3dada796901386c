import { Catalog } from "#lib/catalog/catalog.ts";
import { FullText } from "#lib/catalog/current/full-text.ts";
import type { Stemming } from "#lib/catalog/words/stemming.ts";
import { exactTerms, type SoughtTerm, WordIndex } from "#lib/catalog/words/word-index.ts";
import { wordSearchOf } from "#lib/queries/word-search.ts";
import { stemmingLanguagesOf } from "#lib/search/languages.ts";
import { inTitle, readyWords, wordForm, wordsOf } from "#lib/search/words.ts";
import { listingWith } from "#test/lib/catalog/listings.ts";
import { type JudgedPost, judgedLanguages } from "./judged-set.ts";

/** How much of a search there is: each step has the ones before it. */
export const searchSteps = [
  "words between blanks",
  "words within runs",
  "other forms",
  "phrases",
  "wrong letters",
] as const;

export type SearchStep = (typeof searchSteps)[number];

/** The names of the posts that a search finds, best first. */
export type SearchPosts = (text: string) => Promise<readonly string[]>;

const home = 2;

/** Posts are newer and older in no order that says what they are about. */
const publishedAt = (index: number): string =>
  new Date(Date.UTC(2025, 0, 1 + ((index * 149) % 400))).toISOString();

/** Searches an index of all posts, as of a site with their languages, as far as the step says. */
export const searchAmong = (posts: readonly JudgedPost[], step: SearchStep): SearchPosts => {
  const has = (other: SearchStep) => searchSteps.indexOf(step) >= searchSteps.indexOf(other);
  const idOf = (index: number) => home + 1 + index;
  const postAt = (id: number) => posts[id - home - 1];
  const catalog = new Catalog(":memory:");
  catalog.apply(
    [
      listingWith({ id: 1, kind: "root", parentId: null, title: "", version: 1 }),
      listingWith({ id: home, kind: "home", parentId: 1, title: "", version: 2 }),
      ...posts.map(({ title }, index) =>
        listingWith({
          id: idOf(index),
          kind: "post",
          parentId: home,
          title,
          version: idOf(index),
          visibleDate: publishedAt(index),
        }),
      ),
    ].map((listing) => ({ kind: "page", id: listing.id, version: listing.version, listing })),
  );
  const stored = posts.map(({ title, text }, index) => ({
    pageId: idOf(index),
    revisionId: 1,
    version: idOf(index),
    form: wordForm,
    words: has("words within runs") ? readyWords(title, [text]) : spacedWords(title, text),
  }));
  const fullText = new FullText(new IndexOfStep(has), {
    at: async (ids) => ids.map((id) => stored[id - home - 1]),
    all: async function* () {
      yield stored;
    },
    liveContents: async (ids) => ids.map((pageId) => liveContentOf(pageId, postAt(pageId))),
  });
  const languages = stemmingLanguagesOf(has("other forms") ? judgedLanguages : []);
  return async (text) => {
    const sought = has("phrases") ? text : text.replaceAll('"', " ");
    const words = has("words within runs") ? {} : { words: wordsOf(sought) };
    const search = { ...wordSearchOf({ text: sought, operator: "and" }), ...words, languages };
    const ids = [...(await fullText.search(catalog, search))];
    return ids.flatMap((id) => postAt(id)?.name ?? []);
  };
};

/** Ready words of which none is within a run of characters without blanks. */
const spacedWords = (title: string, text: string): readonly string[] => {
  const inside = new Set(wordsOf(title));
  return wordsOf(`${title}\n${text}`).flatMap((word) => (inside.has(word) ? [word, inTitle(word)] : word));
};

const liveContentOf = (pageId: number, post: JudgedPost | undefined) => {
  const code = { type: "code", id: "", value: { language: "", source: post?.text } };
  const body = [{ type: "overview", id: "", value: [code] }];
  return { pageId, revisionId: 1, content: { title: post?.title, body } as never };
};

/** An index that looks for no more than a step has. */
class IndexOfStep extends WordIndex {
  readonly #has: (step: SearchStep) => boolean;

  constructor(has: (step: SearchStep) => boolean) {
    super(":memory:");
    this.#has = has;
  }

  override termsOf(words: readonly string[], stemmings: readonly Stemming[]): readonly SoughtTerm[] {
    if (!this.#has("other forms")) return exactTerms(words);
    if (this.#has("wrong letters")) return super.termsOf(words, stemmings);
    // Of one pair of characters alone, nothing can be wrong.
    return words.flatMap((word) => super.termsOf([word], stemmings)).map((term) => ({ ...term, near: [] }));
  }
}
