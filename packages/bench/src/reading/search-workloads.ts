import { rareWords, wordsOfAll, wordsOfFiftieths } from "#bench/corpus/vocabulary.ts";
import { certain } from "#bench/lectern/tools.ts";
import { foundAre } from "./checks.ts";
import { tagsByFrequency } from "./filter-workloads.ts";
import { limit } from "./list-workloads.ts";
import type { CheckedRequest } from "./measure.ts";
import { type Budget, type Corpus, cpuBudget, variants, varied, type Workload } from "./workload.ts";

/** Searches in lists of pages. An instance remembers fewer, but also the pages of common words. */
export const searchWorkloads = (corpus: Corpus): readonly Workload[] => {
  const found = postsByMark(corpus);
  const [tag] = tagsByFrequency(corpus.newestFirst);
  const tagged = new Set(
    corpus.newestFirst.filter(({ tags }) => tags.includes(certain(tag))).map(({ id }) => id),
  );
  const common = (index: number): string => certain(wordsOfAll[index % wordsOfAll.length]);
  const search = (words: string, ids: ReadonlySet<number>, more = ""): CheckedRequest => ({
    path: `/api/cms/pages/?type=site.Post&limit=${limit}&search=${encodeURIComponent(words)}${more}`,
    problemOf: foundAre(ids, limit),
  });
  const row = (name: string, budget: Budget, requestOf: (index: number) => CheckedRequest): Workload => ({
    name,
    kind: "new",
    requests: async () => varied(variants, requestOf),
    budget,
  });
  const withCpu = (cpuMs: number): Budget => ({ cpuMs, requests: 1, readUnits: 1 });
  const fewPosts = withCpu(cpuBudget(corpus, 2, 2, 2.5));
  const allPosts = withCpu(cpuBudget(corpus, 2.5, 4, 16));
  const rare = rareWords.filter((word) => found.has(word));
  return [
    row("search: a word in 2 %", fewPosts, (index) => {
      const word = certain(wordsOfFiftieths[index]);
      return search(word, found.get(word) ?? new Set());
    }),
    row("search: a word in all posts", allPosts, (index) =>
      search(common(index), certain(found.get(common(index)))),
    ),
    row("search: a word in five posts", fewPosts, (index) => {
      const word = certain(rare[index % rare.length]);
      return search(word, certain(found.get(word)));
    }),
    row("search: two words in all posts", allPosts, (index) => {
      const other = common(index + 1 + Math.floor(index / wordsOfAll.length));
      return search(`${common(index)} ${other}`, certain(found.get(common(index))));
    }),
    row("search: a word in 2 %, with tag", withCpu(cpuBudget(corpus, 2, 2.5, 2.5)), (index) => {
      const word = certain(wordsOfFiftieths[index]);
      const both = new Set([...(found.get(word) ?? [])].filter((id) => tagged.has(id)));
      return search(word, both, `&use_post_filter=true&tag_facets=${tag}`);
    }),
  ];
};

/** The ids of the public posts with each word of known frequency. */
export const postsByMark = ({ newestFirst }: Corpus): ReadonlyMap<string, ReadonlySet<number>> => {
  const posts = new Map<string, Set<number>>();
  for (const { id, marks } of newestFirst)
    for (const mark of marks) posts.set(mark, (posts.get(mark) ?? new Set()).add(id));
  return posts;
};
