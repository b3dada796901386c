import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import type { SectionName } from "#lib/blocks/sections.ts";
import type { Section } from "#lib/blocks/stored.ts";
import type { Audio, Image, MediaFile } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { PageAddress } from "#lib/richtext/page-html.ts";
import type { SafeHtml } from "#lib/richtext/safe-html.ts";

/**
 * How articles of a theme look in other people's pages. Whatever content holds, they show it without trusting
 * it, and never throw.
 */
export interface ArticleTheme {
  /**
   * Sections of a post as one HTML element, which may stand in other people's pages. Blocks that cannot be
   * shown are left out.
   */
  readonly articleHtml: (article: Article, reading: Reading) => SafeHtml;
}

/** How a site looks; what holds for its articles holds for its pages. */
export interface Theme extends ArticleTheme {
  /** The style sheet that stands inside of each page, character by character. */
  readonly style: SafeHtml;
  /** The whole page of a post. */
  readonly postPage: (post: PostPage, reading: Reading) => SafeHtml;
  /** The front page of a site. */
  readonly homePage: (home: HomePage, reading: Reading) => SafeHtml;
  /** A page of the list of a blog's posts, or a podcast's episodes. */
  readonly blogPage: (blog: BlogPage, reading: Reading) => SafeHtml;
  /** A page that says why there is nothing else to see. */
  readonly messagePage: (message: MessagePage, reading: Reading) => SafeHtml;
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

/** Something that a page names and, unless its address is null, links to. */
export interface Named {
  readonly name: string;
  readonly url: string | null;
}

/** A page, by its title and its address. */
export interface PageLink {
  readonly title: string;
  readonly url: string;
}

/** What every page of a site says. Texts are plain text; addresses within the site begin with a slash. */
export interface SitePage {
  readonly site: { readonly name: string; readonly url: string };
  /**
   * The absolute address under which search engines shall know the page; null for what is no page of its own.
   */
  readonly url: string | null;
  /** False keeps search engines away. */
  readonly isIndexed: boolean;
  readonly title: string;
  /** The title for search engines and tabs; empty for the same. */
  readonly seoTitle: string;
  /** For search engines; empty for none. */
  readonly description: string;
}

/** What is said of a post wherever it is shown. */
export interface PostSummary {
  readonly title: string;
  /** For search engines and lists; empty for none. */
  readonly description: string;
  /** An instant, ISO 8601 UTC. */
  readonly visibleDate: string;
  /** In the order in which they are shown. */
  readonly categories: readonly Named[];
  readonly tags: readonly Named[];
  readonly cover: { readonly image: Image; readonly altText: string } | null;
  /** Null for posts that are no episodes. */
  readonly episode: Episode | null;
  readonly body: readonly Section[];
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

/** What the page of a post says. */
export interface PostPage extends SitePage, PostSummary {
  /** Null while the reader may not see it. */
  readonly blog: PageLink | null;
  /** The absolute address of the cover. */
  readonly coverUrl: string | null;
  /** For the passwords of media that the page shows to those who know them; empty where it shows all. */
  readonly passwordForms: readonly PasswordForm[];
  /** What readers have said of it, in thread order. */
  readonly comments: readonly PostComment[];
  /** The posts before and after this one in its blog; null at its ends. */
  readonly older: PageLink | null;
  readonly newer: PageLink | null;
}

/** What the front page of a site says. */
export interface HomePage extends SitePage {
  /** The blogs and podcasts; `description` is stored rich text. */
  readonly blogs: readonly (PageLink & { readonly description: string })[];
  /** The newest posts of all of them. */
  readonly newest: readonly (PageLink & { readonly visibleDate: string; readonly blog: PageLink | null })[];
}

/** What the page of a blog or podcast says. */
export interface BlogPage extends SitePage {
  /** Stored rich text. */
  readonly introduction: string;
  /** The address of the whole list, which the form is sent to. */
  readonly address: string;
  /** Null where the list cannot be narrowed by words or days. */
  readonly form: NarrowingForm | null;
  /** What the list is narrowed down to, and how to leave it; empty for the whole list. */
  readonly chosen: readonly Choice[];
  readonly facets: readonly FacetGroup[];
  /** Of the posts of the whole list, which this page shows a part of. */
  readonly count: number;
  readonly posts: readonly (PageLink & PostSummary)[];
  /** The number of this page of the list, from 1, and of all of them. */
  readonly pageNumber: number;
  readonly pageCount: number;
  /** The addresses of the pages before and after this one; null at the ends. */
  readonly previousUrl: string | null;
  readonly nextUrl: string | null;
}

/**
 * A form for narrowing a list of posts, sent as a query. A field is null where the site has no such filter.
 */
export interface NarrowingForm {
  readonly search: string | null;
  /** Days as `YYYY-MM-DD`; empty for none. */
  readonly days: { readonly after: string; readonly before: string } | null;
  /** `-visible_date`, `visible_date`, or empty for the usual order. */
  readonly order: string | null;
  /** What it sends along, by name. */
  readonly kept: Readonly<Record<string, string>>;
}

/**
 * What a list is narrowed by: words, the days between which posts lie, a month as `YYYY-MM`, a category or a
 * tag.
 */
export type NarrowingKind = "search" | "after" | "before" | FacetGroup["kind"];

/** Something that a list of posts is narrowed down to. */
export interface Choice {
  readonly kind: NarrowingKind;
  readonly name: string;
  /** The address of the list without it. */
  readonly url: string;
}

/** What posts may be narrowed down to in one respect. Dates are named `YYYY-MM`. */
export interface FacetGroup {
  readonly kind: "date" | "category" | "tag";
  readonly options: readonly FacetOption[];
}

export interface FacetOption {
  readonly name: string;
  /** How many posts there would be. */
  readonly count: number;
  /** The address of the list with it, or, where it is chosen, without. */
  readonly url: string;
  readonly isChosen: boolean;
}

/** What a page says that has nothing else to show. */
export interface MessagePage extends SitePage {
  readonly text: string;
  /** Null where no password would help. */
  readonly passwordForm: PasswordForm | null;
  /** Where else to go. */
  readonly links: readonly PageLink[];
}

/** A form for the password of a page, or of media. */
export interface PasswordForm {
  readonly address: string;
  /** What it sends along, by name; the password is `password`. */
  readonly kept: Readonly<Record<string, string>>;
  readonly wasWrong: boolean;
  readonly button: string;
}

/** What an episode has beside a post. Numbers and audio are null while nobody has given them. */
export interface Episode {
  readonly audio: Audio | null;
  readonly number: number | null;
  readonly season: { readonly number: number; readonly name: string } | null;
}
