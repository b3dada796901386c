import type { KnownPost } from "#bench/corpus/known-post.ts";
import { wordsOfAll, wordsOfFiftieths } from "#bench/corpus/vocabulary.ts";
import { certain } from "#bench/lectern/tools.ts";
import { differenceOf, jsonIs } from "./checks.ts";
import { tagsByFrequency } from "./filter-workloads.ts";
import type { CheckedRequest } from "./measure.ts";
import { type FacetName, type FacetSelection, isSelected, valuesOf } from "./selection.ts";
import { type Corpus, cpuBudget, dayBefore, variants, varied, type Workload } from "./workload.ts";

/** More than an instance remembers; more would take long to compute here. */
const modalVariants = 120;

export const facetWorkloads = (corpus: Corpus): readonly Workload[] => {
  const [blog] = corpus.ids.blogs;
  const posts = corpus.newestFirst.filter((post) => post.blog === blog);
  const path = `/api/facet_counts/${blog}/`;
  const cpuMs = cpuBudget(corpus, 2, 2.5, 6);
  const budget = { cpuMs, requests: 1, readUnits: 1 };
  const slugs = slugsOf(posts);
  const tags = tagsByFrequency(posts);
  const [commonest = ""] = tags;
  const legacy = (selection: FacetSelection) => {
    const expected = legacyFacets(posts, selection);
    const problemOf = jsonIs(({ facet_counts: counts }: LegacyFacets) => differenceOf(counts, expected));
    return (index: number): CheckedRequest => ({
      path: `${path}?${new URLSearchParams({ ...selection, date_after: dayBefore(index) })}`,
      problemOf,
    });
  };
  const modal = (selection: FacetSelection): CheckedRequest => {
    const expected = modalFacets(posts, slugs, selection);
    return {
      path: `${path}?${new URLSearchParams({ ...selection, mode: "modal" })}`,
      problemOf: jsonIs((facets: ModalFacets) => differenceOf(facets, expected)),
    };
  };
  const selected = posts.filter((post) => post.tags.length > 0 && post.categories.length > 0);
  const row = (name: string, requests: () => readonly CheckedRequest[]): Workload => ({
    name,
    kind: "new",
    requests: async () => requests(),
    budget,
  });
  return [
    row("facets, legacy", () => varied(variants, legacy({}))),
    row("facets, legacy, one tag", () => varied(variants, legacy({ tag_facets: commonest }))),
    { ...row("facets, modal, after change", () => [modal({})]), kind: "changed" },
    row("facets, modal, tag and category", () =>
      varied(Math.min(modalVariants, selected.length), (index) => {
        const {
          tags: [tag = ""],
          categories: [category = ""],
        } = certain(selected[index]);
        return modal({ tag_facets: tag, category_facets: category });
      }),
    ),
    row("facets, modal, word in 2 %", () =>
      varied(modalVariants, (index) => modal({ search: certain(wordsOfFiftieths[index]) })),
    ),
    {
      ...row("facets, modal, word in all, tag", () =>
        varied(modalVariants, (index) => {
          const search = certain(wordsOfAll[index % wordsOfAll.length]);
          return modal({
            search,
            tag_facets: certain(tags[Math.floor(index / wordsOfAll.length) % tags.length]),
          });
        }),
      ),
      budget: { ...budget, cpuMs: cpuMs + cpuBudget(corpus, 0.5, 2, 10) },
    },
  ];
};

interface Option {
  readonly slug: string;
  readonly name: string;
  readonly count: number;
}

interface LegacyFacets {
  readonly facet_counts: Readonly<Record<FacetName, readonly Option[]>>;
}

interface ModalFacets {
  readonly mode: "modal";
  readonly result_count: number;
  readonly groups: Readonly<
    Record<
      FacetName,
      { readonly selected: string; readonly all_count: number; readonly options: readonly Option[] }
    >
  >;
}

const isFound = ({ marks }: KnownPost, { search }: FacetSelection): boolean =>
  search === undefined || marks.includes(search);

const countsOf = (posts: readonly KnownPost[], group: FacetName): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const post of posts)
    for (const value of valuesOf[group](post)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const legacyFacets = (
  posts: readonly KnownPost[],
  selection: FacetSelection,
): LegacyFacets["facet_counts"] => {
  const counted = posts.filter((post) => isFound(post, selection) && isSelected(post, selection));
  const optionsOf = (group: FacetName): Option[] =>
    [...countsOf(counted, group)]
      .map(([slug, count]) => ({ slug, name: slug, count }))
      .sort((one, other) => (one.slug < other.slug ? -1 : 1));
  return {
    date_facets: optionsOf("date_facets"),
    category_facets: optionsOf("category_facets"),
    tag_facets: optionsOf("tag_facets"),
  };
};

/** The slugs of all posts by group, in the order of modal answers. */
const slugsOf = (posts: readonly KnownPost[]): Readonly<Record<FacetName, readonly string[]>> => {
  const sorted = (group: FacetName): string[] => [...countsOf(posts, group).keys()].sort();
  return {
    date_facets: sorted("date_facets").toReversed(),
    tag_facets: sorted("tag_facets"),
    category_facets: sorted("category_facets"),
  };
};

const modalFacets = (
  posts: readonly KnownPost[],
  slugs: Readonly<Record<FacetName, readonly string[]>>,
  selection: FacetSelection,
): ModalFacets => {
  const found = posts.filter((post) => isFound(post, selection));
  const groupOf = (group: FacetName) => {
    const counted = found.filter((post) => isSelected(post, selection, group));
    const counts = countsOf(counted, group);
    return {
      selected: selection[group] ?? "",
      all_count: counted.length,
      options: slugs[group].map((slug) => ({ slug, name: slug, count: counts.get(slug) ?? 0 })),
    };
  };
  return {
    mode: "modal",
    result_count: found.filter((post) => isSelected(post, selection)).length,
    groups: {
      date_facets: groupOf("date_facets"),
      tag_facets: groupOf("tag_facets"),
      category_facets: groupOf("category_facets"),
    },
  };
};
