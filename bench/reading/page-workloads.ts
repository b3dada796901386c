import type { KnownPost } from "#bench/corpus/known-post.ts";
import { blogSlugs } from "#bench/corpus/site.ts";
import type { Check } from "./checks.ts";
import { type Corpus, cpuBudget, variants, varied, type Workload } from "./workload.ts";

const postsPerPage = 20;

/** HTML pages. */
export const pageWorkloads = (corpus: Corpus): readonly Workload[] => {
  const { newestFirst, ids } = corpus;
  const [blog] = ids.blogs;
  const posts = newestFirst.filter((post) => post.blog === blog);
  const path = `/${blogSlugs[0]}/`;
  return [
    {
      name: "page of a blog, HTML",
      kind: "new",
      requests: async () =>
        varied(Math.min(variants, Math.floor(posts.length / postsPerPage)), (index) => ({
          path: `${path}?page=${index + 1}`,
          problemOf: showsAll(posts.slice(index * postsPerPage, (index + 1) * postsPerPage)),
        })),
      budget: { cpuMs: cpuBudget(corpus, 6, 6, 9), requests: 2, readUnits: 45 },
    },
    {
      name: "page of a blog, HTML, after change",
      kind: "changed",
      requests: async () => [{ path, problemOf: showsAll(posts.slice(0, postsPerPage)) }],
      budget: { cpuMs: cpuBudget(corpus, 6, 6, 12), requests: 1, readUnits: 1 },
    },
    {
      name: "page of a post, HTML",
      kind: "new",
      requests: async () =>
        varied(Math.min(variants, posts.length), (index) => ({
          path: `${path}${posts[index]!.slug}/`,
          problemOf: showsAll(posts.slice(index, index + 1)),
        })),
      budget: { cpuMs: cpuBudget(corpus, 4, 4, 6), requests: 2, readUnits: 4 },
    },
  ];
};

/** Expects an HTML page with the titles and first words of the posts, in order. */
const showsAll =
  (posts: readonly KnownPost[]): Check =>
  ({ status, headers, text }) => {
    if (status !== 200 || !String(headers["content-type"]).startsWith("text/html"))
      return `status ${status} and ${headers["content-type"]}`;
    const main = text.slice(text.indexOf("<main"));
    let position = 0;
    for (const { title, beginning } of posts) {
      for (const words of [title, beginning]) {
        position = main.indexOf(words, position);
        if (position < 0) return `'${words}' is not there, or not in its place`;
      }
    }
    return undefined;
  };
