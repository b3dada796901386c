import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import type { SectionName } from "#lib/blocks/sections.ts";
import type { Section } from "#lib/blocks/stored.ts";
import type { Audio, Image, MediaFile } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { PageAddress } from "#lib/richtext/page-html.ts";
import type { SafeHtml } from "#lib/richtext/safe-html.ts";

/** How a site looks. Whatever content holds, a theme shows it without trusting it, and never throws. */
export interface Theme {
  /** The style sheet that stands inside of each page, character by character. */
  readonly style: SafeHtml;
  /** Sections of a post as one HTML element, which may stand in other people's pages. Blocks that cannot be shown are left out. */
  readonly articleHtml: (article: Article, reading: Reading) => SafeHtml;
  /** The whole page of a post. */
  readonly postPage: (post: PostPage, reading: Reading) => SafeHtml;
}

/** What an article consists of: these sections of a body, in this order. */
export interface Article {
  readonly body: readonly Section[];
  readonly sections: readonly SectionName[];
}

/** What stored content is shown with: who reads it, and what its references lead to. */
export interface Reading {
  /** A language tag; one that nobody knows counts as English. */
  readonly locale: string;
  /** The media that the reader may see. */
  readonly media: MediaLookup;
  readonly fileUrl: (file: Pick<MediaFile, "key">) => string;
  /** The address of a page, for links to it. */
  readonly pageUrl: PageAddress;
  /** What the site's custom blocks are made of; undefined where it has none. */
  readonly customBlocks: CustomBlocks | undefined;
}

/** What the page of a post says. Texts are plain text. */
export interface PostPage {
  readonly site: { readonly name: string; readonly url: string };
  readonly blog: { readonly title: string; readonly url: string };
  /** True keeps search engines away. */
  readonly isPreview: boolean;
  /** The absolute address of the post, and of its cover. */
  readonly url: string;
  readonly coverUrl: string | null;
  readonly title: string;
  /** The title for search engines and tabs; empty for the same. */
  readonly seoTitle: string;
  /** For search engines; empty for none. */
  readonly description: string;
  /** An instant, ISO 8601 UTC. */
  readonly visibleDate: string;
  /** Names, in the order in which they are shown. */
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly cover: { readonly image: Image; readonly altText: string } | null;
  /** Null for posts that are no episodes. */
  readonly episode: Episode | null;
  readonly body: readonly Section[];
  /** What readers have said of it, in thread order. */
  readonly comments: readonly PostComment[];
}

/** A comment as a page shows it. Texts are plain text. */
export interface PostComment {
  readonly author: string;
  /** An instant, ISO 8601 UTC. */
  readonly writtenAt: string;
  readonly text: string;
  /** True of one that answers a comment before it. */
  readonly isAnswer: boolean;
}

/** What an episode has beside a post. Numbers and audio are null while nobody has given them. */
export interface Episode {
  readonly audio: Audio | null;
  readonly number: number | null;
  readonly season: { readonly number: number; readonly name: string } | null;
}
