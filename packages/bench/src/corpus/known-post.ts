import { certain } from "#bench/lectern/tools.ts";
import type { CorpusIds } from "#bench/loading/load-corpus.ts";
import { type CorpusPost, corpusPosts } from "./posts.ts";

/** A public post with its id, without its text. */
export interface KnownPost
  extends Pick<CorpusPost, "title" | "slug" | "tags" | "categories" | "visibleDate"> {
  readonly id: number;
  readonly blog: number;
  /** Words of known frequency in its text. */
  readonly marks: readonly string[];
  /** `YYYY-MM` of the visible date. */
  readonly month: string;
  /** The start of the first paragraph. */
  readonly beginning: string;
}

/** The public posts of a corpus by id; answers are compared with them. */
export const knownPosts = (count: number, { blogs, firstPost }: CorpusIds): readonly KnownPost[] => {
  const known: KnownPost[] = [];
  let id = firstPost;
  for (const post of corpusPosts(count)) {
    const { title, slug, tags, categories, visibleDate, marks, paragraphs } = post;
    const isPublic = !post.isDraft && !post.isRestricted;
    if (isPublic) {
      const beginning = certain(paragraphs[0]).slice(0, 60);
      known.push({
        id,
        blog: certain(blogs[post.blog]),
        title,
        slug,
        tags,
        categories,
        visibleDate,
        month: visibleDate.slice(0, 7),
        marks,
        beginning,
      });
    }
    id++;
  }
  return known;
};
