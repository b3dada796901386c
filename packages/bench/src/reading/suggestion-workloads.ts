import type { KnownPost } from "#bench/corpus/known-post.ts";
import { certain } from "#bench/lectern/tools.ts";
import { differenceOf, jsonIs } from "./checks.ts";
import type { CheckedRequest } from "./measure.ts";
import { type Corpus, cpuBudget, variants, varied, type Workload } from "./workload.ts";

const maxSuggestions = 8;

/** A post with the words of its title. */
interface Titled {
  readonly id: number;
  readonly words: readonly string[];
}

/** Suggestions of titles in the largest blog, by the first letters of their words. */
export const suggestionWorkloads = (corpus: Corpus): readonly Workload[] => {
  const [blog] = corpus.ids.blogs;
  const lastFirst = corpus.newestFirst
    .filter((post) => post.blog === blog)
    .toSorted((one, other) => other.id - one.id)
    .map(titled);
  const suggest = (...beginnings: readonly string[]): CheckedRequest => ({
    path: `/api/search-suggestions/${blog}/?search=${beginnings.join("+")}`,
    problemOf: suggestionsAre(lastFirst.filter((post) => hasAll(post, beginnings)).slice(0, maxSuggestions)),
  });
  const letters = beginningsByFrequency(lastFirst, 2);
  const rare = beginningsByFrequency(lastFirst, 6).toReversed();
  const budget = { cpuMs: cpuBudget(corpus, 1.5, 2, 5.5), requests: 1, readUnits: 1 };
  return [
    {
      name: "suggestions: a word of few titles",
      kind: "new",
      requests: async () => varied(Math.min(variants, rare.length), (index) => suggest(certain(rare[index]))),
      budget,
    },
    {
      name: "suggestions: two letters and two",
      kind: "new",
      requests: async () =>
        varied(variants, (index) => {
          const [first, second] = [index % letters.length, Math.floor(index / letters.length)];
          return suggest(certain(letters[first]), certain(letters[second % letters.length]));
        }),
      budget,
    },
    {
      name: "suggestions: two letters, after change",
      kind: "changed",
      requests: async () => [suggest(certain(letters[0]))],
      budget,
    },
  ];
};

const titled = ({ id, title }: KnownPost): Titled => ({ id, words: title.toLowerCase().split(" ") });

const hasAll = ({ words }: Titled, beginnings: readonly string[]): boolean =>
  beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));

/** The first letters of words in titles, the most frequent first. */
const beginningsByFrequency = (posts: readonly Titled[], length: number): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { words } of posts)
    for (const beginning of new Set(words.map((word) => word.slice(0, length))))
      counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([beginning]) => beginning);
};

interface Suggestions {
  readonly suggestions: readonly { readonly id: number }[];
}

const suggestionsAre = (expected: readonly Titled[]) =>
  jsonIs(({ suggestions }: Suggestions) =>
    differenceOf(
      suggestions.map(({ id }) => id),
      expected.map(({ id }) => id),
    ),
  );
