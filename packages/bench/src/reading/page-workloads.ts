import type { KnownPost } from "#bench/corpus/known-post.ts";
import { blogSlugs } from "#bench/corpus/site.ts";
import { rareWords } from "#bench/corpus/vocabulary.ts";
import { certain } from "#bench/lectern/tools.ts";
import type { Check } from "./checks.ts";
import { tagsByFrequency } from "./filter-workloads.ts";
import { postsByMark } from "./search-workloads.ts";
import { type Corpus, cpuBudget, variants, varied, type Workload } from "./workload.ts";

const postsPerPage = 20;

/** HTML pages. */
export const pageWorkloads = (corpus: Corpus): readonly Workload[] => {
  const { newestFirst, ids } = corpus;
  const [blog] = ids.blogs;
  const posts = newestFirst.filter((post) => post.blog === blog);
  const path = `/${blogSlugs[0]}/`;
  const tags = tagsByFrequency(posts);
  const found = postsByMark(corpus);
  const rare = rareWords.filter((word) => found.has(word));
  const byId = new Map(newestFirst.map((post) => [post.id, post]));
  return [
    {
      name: "page of a blog, HTML",
      kind: "new",
      requests: async () =>
        varied(Math.min(variants, Math.floor(posts.length / postsPerPage)), (index) => ({
          path: `${path}?page=${index + 1}`,
          problemOf: showsAll(posts.slice(index * postsPerPage, (index + 1) * postsPerPage)),
        })),
      budget: { cpuMs: 4, requests: 2, readUnits: 45 },
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
          path: `${path}${certain(posts[index]).slug}/`,
          problemOf: showsAll(posts.slice(index, index + 1)),
        })),
      budget: { cpuMs: 1.5, requests: 2, readUnits: 4 },
    },
    {
      name: "archive of a tag, HTML",
      kind: "new",
      requests: async () =>
        varied(tags.length, (index) => {
          const tag = certain(tags[index]);
          const tagged = posts.filter((post) => post.tags.includes(tag));
          return { path: `${path}?tag_facets=${tag}`, problemOf: showsAll(tagged.slice(0, postsPerPage)) };
        }),
      budget: { cpuMs: cpuBudget(corpus, 6, 6, 9), requests: 2, readUnits: 45 },
    },
    {
      name: "front page, HTML",
      kind: "same",
      requests: async () => [{ path: "/", problemOf: names(newestFirst.slice(0, newestOnFrontPage)) }],
      budget: { cpuMs: cpuBudget(corpus, 4, 4, 6), requests: 1, readUnits: 1 },
    },
    {
      name: "search of the site, HTML",
      kind: "new",
      requests: async () =>
        varied(rare.length, (index) => {
          const word = certain(rare[index]);
          return {
            path: `/?search=${word}`,
            problemOf: names([...certain(found.get(word))].map((id) => certain(byId.get(id)))),
          };
        }),
      budget: { cpuMs: cpuBudget(corpus, 6, 6, 9), requests: 2, readUnits: 45 },
    },
    {
      name: "sitemap",
      kind: "same",
      requests: async () => [{ path: "/sitemap.xml", problemOf: hasLocations(newestFirst.length) }],
      budget: { cpuMs: null, requests: 1, readUnits: 1 },
    },
  ];
};

const newestOnFrontPage = 10;

/** Expects an HTML page with all of these titles, in any order. */
const names =
  (posts: readonly KnownPost[]): Check =>
  ({ status, text }) => {
    if (status !== 200) return `status ${status}`;
    const main = text.slice(text.indexOf("<main"));
    const missing = posts.find(({ title }) => !main.includes(title));
    return missing && `'${missing.title}' is not there`;
  };

/** Expects at least these many addresses, or the parts of a sitemap that is divided. */
const hasLocations =
  (count: number): Check =>
  ({ status, text }) => {
    const found = text.split("<loc>").length - 1;
    const isDivided = text.includes("<sitemapindex");
    if (status === 200 && (isDivided ? found > 1 : found >= count)) return undefined;
    return `status ${status} with ${found} addresses`;
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
