import { type CorpusPost, corpusPosts } from "#bench/corpus/posts.ts";
import { blogSlugs, siteManifest } from "#bench/corpus/site.ts";
import { applyManifest, type PostContent, readPages } from "#bench/lectern/pages.ts";
import { certain } from "#bench/lectern/tools.ts";
import { type LoadedPost, loadPosts } from "./load-posts.ts";

/** The ids that requests need. */
export interface CorpusIds {
  readonly blogs: readonly number[];
  /** The other posts follow it in order. */
  readonly firstPost: number;
}

/** Fills an empty table with a corpus. */
export const loadCorpus = async (count: number): Promise<CorpusIds> => {
  const { ids } = await applyManifest(siteManifest);
  const blogs = blogSlugs.map((slug) => certain(ids.pages[slug]));
  const parents = (await readPages(blogs)).map((blog) => certain(blog));
  const categoryId = (slug: string): number => certain(ids.categories[slug]);
  const loaded = (post: CorpusPost): LoadedPost => ({
    kind: "post",
    parent: certain(parents[post.blog]),
    ownerId: null,
    content: contentOf(post, categoryId),
    restriction: post.isRestricted ? { type: "login" } : null,
    isPublished: !post.isDraft,
  });
  return { blogs, firstPost: await loadPosts(loadedPosts(count, loaded), count) };
};

function* loadedPosts(count: number, loaded: (post: CorpusPost) => LoadedPost): Generator<LoadedPost> {
  for (const post of corpusPosts(count)) yield loaded(post);
}

/** What the editor would store, with the first paragraph as overview. */
export const contentOf = (post: CorpusPost, categoryId: (slug: string) => number): PostContent => {
  const [overview, ...detail] = post.paragraphs.map((text) => ({
    type: "paragraph",
    value: `<p>${text}</p>`,
  }));
  return {
    title: post.title,
    slug: post.slug,
    seoTitle: "",
    searchDescription: "",
    visibleDate: post.visibleDate,
    tags: post.tags,
    categories: post.categories.map(categoryId),
    coverImage: null,
    body: [
      { type: "overview", value: [certain(overview)] },
      { type: "detail", value: detail },
    ],
  };
};
