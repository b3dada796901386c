import type { KnownPost } from "#bench/corpus/known-post.ts";
import { certain } from "#bench/lectern/tools.ts";
import { listIs } from "./checks.ts";
import { limit, windowOf } from "./list-workloads.ts";
import { isSelected } from "./selection.ts";
import { type Corpus, cpuBudget, dayBefore, variants, varied, type Workload } from "./workload.ts";

/** Lists of pages with post filters. */
export const filterWorkloads = (corpus: Corpus): readonly Workload[] => {
  const { newestFirst } = corpus;
  const budget = { cpuMs: cpuBudget(corpus, 2, 2, 3.5), requests: 1, readUnits: 1 };
  const [commonest] = tagsByFrequency(newestFirst);
  const tagged = newestFirst.filter(({ tags }) => tags.includes(certain(commonest)));
  const combined = newestFirst.filter(({ tags, categories }) => tags.length > 0 && categories.length > 0);
  return [
    {
      name: "list by commonest tag",
      kind: "new",
      requests: async () =>
        varied(variants, (index) => ({
          path: `${filtered}&tag_facets=${commonest}&date_after=${dayBefore(index)}`,
          problemOf: listIs(windowOf(tagged)),
        })),
      budget,
    },
    {
      name: "list by tag, category, month",
      kind: "new",
      requests: async () =>
        varied(Math.min(variants, combined.length), (index) =>
          requestLike(certain(combined[index]), newestFirst),
        ),
      budget,
    },
  ];
};

const filtered = `/api/cms/pages/?type=site.Post&use_post_filter=true&o=-visible_date&limit=${limit}`;

/** The most frequent first. */
export const tagsByFrequency = (posts: readonly KnownPost[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { tags } of posts) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag);
};

/** Filters by a tag, a category and the month of this post. */
const requestLike = (post: KnownPost, newestFirst: readonly KnownPost[]) => {
  const [tag, category] = [certain(post.tags[0]), certain(post.categories[0])];
  const selection = { tag_facets: tag, category_facets: category, date_facets: post.month };
  return {
    path: `${filtered}&${new URLSearchParams(selection)}`,
    problemOf: listIs(windowOf(newestFirst.filter((each) => isSelected(each, selection)))),
  };
};
