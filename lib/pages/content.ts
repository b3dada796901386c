import type { Section } from "#lib/blocks/stored.ts";

/** What every page says, and what a revision saves. */
export interface PageContent {
  readonly title: string;
  readonly slug: string;
  readonly seoTitle: string;
  readonly searchDescription: string;
}

/** What a blog or podcast says. `description` is rich text; `theme` a slug or null for the site's. */
export interface BlogContent extends PageContent {
  readonly description: string;
  readonly theme: string | null;
}

/** What a post says. `categories` are ids without repeats; tags keep their order and case. */
export interface PostContent extends PageContent {
  /** An instant, ISO 8601 UTC. */
  readonly visibleDate: string;
  readonly tags: readonly string[];
  readonly categories: readonly number[];
  readonly coverImage: { readonly id: number; readonly altText: string } | null;
  /** Stored sections in their stored order; unknown ones and repeats are kept as they are. */
  readonly body: readonly Section[];
}

/** The content of any kind of page. */
export type AnyContent = PageContent | BlogContent | PostContent;
