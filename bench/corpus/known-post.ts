import type { CorpusIds } from "#bench/loading/load-corpus.ts";
import { type CorpusPost, corpusPosts } from "./posts.ts";

/** A post that everybody may see, by its id, without its text. */
export interface KnownPost
  extends Pick<CorpusPost, "title" | "slug" | "tags" | "categories" | "visibleDate"> {
  readonly id: number;
  /** The id of its blog. */
  readonly blog: number;
  /** The words of known frequency in its text. */
  readonly marks: readonly string[];
  /** `YYYY-MM` of the visible date. */
  readonly month: string;
  /** The first paragraph. */
  readonly beginning: string;
}

/** The posts of a corpus that everybody may see, by id: what answers are compared with. */
export const knownPosts = (count: number, { blogs, firstPost }: CorpusIds): readonly KnownPost[] => {
  const known: KnownPost[] = [];
  let id = firstPost;
  for (const post of corpusPosts(count)) {
    const { title, slug, tags, categories, visibleDate, marks, paragraphs } = post;
    const isPublic = !post.isDraft && !post.isRestricted;
    if (isPublic) {
      const beginning = paragraphs[0]!.slice(0, 60);
      known.push({
        id,
        blog: blogs[post.blog]!,
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
