import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import type { Section, SectionName } from "#lib/blocks/sections.ts";
import type { Audio, Image, MediaFile } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { SpokenParagraph } from "#lib/media/transcript.ts";
import type { LinkAddress, PageAddress } from "#lib/richtext/page-html.ts";
import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import type { PageExtra } from "./page-extras.ts";
import type { ThemeName } from "./theme-names.ts";

/** The markup of a site's pages. Stored content is not trusted, and no content makes it throw. */
export interface Theme {
  /** The style sheet, exactly as pages contain it: their content policy names its digest. */
  readonly style: SafeHtml;
  readonly postPage: (post: PostPage, reading: Reading) => SafeHtml;
  readonly homePage: (home: HomePage, reading: Reading) => SafeHtml;
  /** One page of the list of a blog's posts or a podcast's episodes. */
  readonly blogPage: (blog: BlogPage, reading: Reading) => SafeHtml;
  readonly searchPage: (page: SearchPage, reading: Reading) => SafeHtml;
  readonly subscribePage: (page: SubscribePage, reading: Reading) => SafeHtml;
  /** A page that shows a message instead of content, such as "Page not found". */
  readonly messagePage: (message: MessagePage, reading: FrameReading) => SafeHtml;
  readonly formPage: (page: FormPage, reading: FrameReading) => SafeHtml;
  /** A page that says to editors what an object of the site is, and how to change it. */
  readonly objectPage: (page: ObjectPage, reading: FrameReading) => SafeHtml;
  /** True if the page of a podcast has the player of its newest episode. */
  readonly playsLatest: boolean;
}

/** The given sections of a body, in the given order. */
export interface Article {
  readonly body: readonly Section[];
  readonly sections: readonly SectionName[];
}

/** What showing stored content needs: the reader's language and rights, and the targets of references. */
export interface Reading {
  /** A language tag; an unknown one counts as English. */
  readonly locale: string;
  /** The IANA time zone of the days that are shown; an unknown one counts as UTC. */
  readonly timezone: string;
  /** The media that the reader may see. */
  readonly media: MediaLookup;
  readonly fileUrl: (file: Pick<MediaFile, "key">) => string;
  readonly pageUrl: PageAddress;
  /** Where authors' addresses lead; absent where they stay as they are written, as on pages. */
  readonly linkUrl?: LinkAddress | undefined;
  /** The declarations of the site's custom blocks; undefined where it has none. */
  readonly customBlocks: CustomBlocks | undefined;
  /** The id of an image that readers see first; absent for none. */
  readonly firstPicture?: number | undefined;
  /** By the audio's id; absent where audios are shown without a player of the site, as in feeds and lists. */
  readonly players?: ReadonlyMap<number, AudioPlayer>;
  /**
   * The parts of a code block by what its author calls the language; null for code that stays as it is.
   * Absent where no code is coloured, as in feeds, lists and the API.
   */
  readonly codeParts?: ((language: string, source: string) => readonly CodePart[] | null) | undefined;
  /** Absent where every part of a page is written anew. */
  readonly kept?: KeptHtml | undefined;
}

/** The HTML of a page's part that shows `shown` and nothing else, written when first asked for. */
export type KeptHtml = (shown: object, write: () => SafeHtml) => SafeHtml;

/** A piece of code with the colour that it has; null for none. */
export interface CodePart {
  readonly text: string;
  readonly kind: CodeKind | null;
}

export type CodeKind =
  | "comment"
  | "keyword"
  | "string"
  | "number"
  | "name"
  | "attribute"
  | "added"
  | "removed";

/** What a page shows with an audio, for reading along and for the script of the player. */
export interface AudioPlayer {
  /** The address of the web player's document. */
  readonly documentUrl: string;
  /** Null for audios without one. */
  readonly transcript: ShownTranscript | null;
}

/** A part of a transcript. Texts are plain. */
export interface ShownTranscript {
  readonly paragraphs: readonly SpokenParagraph[];
  /** From 1. */
  readonly part: number;
  readonly partCount: number;
  /** The addresses of the page with the part before and after; null at the ends. */
  readonly previousUrl: string | null;
  readonly nextUrl: string | null;
}

/** What pages without content of the site need. */
export type FrameReading = Pick<Reading, "locale" | "fileUrl">;

/** A category or tag of a post; a link unless its address is null. */
export interface Named {
  readonly name: string;
  readonly url: string | null;
}

export interface PageLink {
  readonly title: string;
  readonly url: string;
}

/** A link that every page has; current on the page that it leads to. */
export interface NavigationLink extends PageLink {
  readonly isCurrent: boolean;
}

/** What every page shows of the site. Pictures are null where the reader may not see them. */
export interface SiteFrame {
  readonly name: string;
  /** The address of its front page. */
  readonly url: string;
  readonly logo: Image | null;
  readonly favicon: Image | null;
  readonly navigation: readonly NavigationLink[];
  /** Where else the site is to be found: addresses of the web. */
  readonly socialLinks: readonly PageLink[];
  /** Null for visitors who are not signed in: they all get the same page. */
  readonly account: Account | null;
  /** How visitors choose a theme; null on previews. */
  readonly themes: ThemeChoice | null;
  /** The search of the whole site, and the words that it was asked for; null where there is none. */
  readonly search: { readonly address: string; readonly words: string } | null;
}

/** The form in which visitors choose a theme by its slug, in the field `theme_slug`. */
export interface ThemeChoice {
  readonly address: string;
  /** Hidden fields, by name. */
  readonly kept: Readonly<Record<string, string>>;
  readonly options: readonly ThemeOption[];
}

export interface ThemeOption extends ThemeName {
  readonly isSelected: boolean;
}

/** The signed-in visitor. */
export interface Account {
  readonly name: string;
  /** Where they change their password. */
  readonly url: string;
  /** The form that signs out: its address, and its hidden fields by name. */
  readonly signOut: { readonly address: string; readonly kept: Readonly<Record<string, string>> };
}

/** The content of every page of a site. Texts are plain; addresses within the site begin with a slash. */
export interface SitePage {
  readonly site: SiteFrame;
  /** The absolute address for search engines (canonical); null for messages and what preview links show. */
  readonly url: string | null;
  /** False keeps search engines away. */
  readonly isIndexed: boolean;
  /** The feeds that browsers and apps find by the page. */
  readonly feeds: readonly FeedLink[];
  readonly title: string;
  /** The title for search engines and tabs; where it is empty, `title` is used. */
  readonly seoTitle: string;
  /** For search engines; empty for none. */
  readonly description: string;
  /** What links to the page are shown with elsewhere; null for none. */
  readonly share: SharePicture | null;
  /** What it has beside the theme's style; absent for nothing. */
  readonly extras?: readonly PageExtra[];
  /** What search engines may know of the page, in the words of schema.org; absent for nothing. */
  readonly structuredData?: readonly StructuredData[];
}

/** An object of schema.org (JSON-LD) without its context. */
export type StructuredData = { readonly "@type": string } & Readonly<Record<string, unknown>>;

/** A picture that other sites fetch: JPEG, PNG or GIF. */
export interface SharePicture {
  /** Absolute. */
  readonly url: string;
  readonly type: string;
  readonly width: number;
  readonly height: number;
  /** Plain text; empty for none. */
  readonly altText: string;
}

/** What lists and the page of a post both show of it. */
export interface PostHead {
  readonly title: string;
  /** For search engines and lists; empty for none. */
  readonly description: string;
  /** An instant, ISO 8601 UTC. */
  readonly visibleDate: string;
  readonly categories: readonly Named[];
  readonly tags: readonly Named[];
  readonly cover: { readonly image: Image; readonly altText: string } | null;
  /** Null for posts that are no episodes. */
  readonly episode: Episode | null;
}

/** A post in a list. */
export interface ListedPost extends PageLink, PostHead {
  /** A body of the overview alone. */
  readonly overview: readonly Section[];
  /** True if the post's own page has more to read. */
  readonly hasMore: boolean;
}

/** A comment as a page shows it. Texts are plain text. */
export interface PostComment {
  readonly id: number;
  readonly author: string;
  /** An instant, ISO 8601 UTC. */
  readonly writtenAt: string;
  readonly text: string;
  /** 1 for comments that begin a thread, 2 for answers to those, and so on. */
  readonly level: number;
  /** The address of the form for an answer; null where visitors cannot answer. */
  readonly answerUrl: string | null;
}

/** How visitors comment on a post. */
export interface Commenting {
  /** The address of the form. */
  readonly writeUrl: string;
  /** Null unless the visitor asked for it. */
  readonly form: CommentForm | null;
  /** What became of the comment that the visitor has just sent. */
  readonly notice: "waiting" | "public" | null;
}

/** The form for a comment, with the fields `name`, `email`, `text`, and `website`, which nobody sees. */
export interface CommentForm {
  readonly address: string;
  /** The page without the form. */
  readonly cancelUrl: string;
  /** Who wrote the comment that is answered; null for a comment of its own. */
  readonly answered: string | null;
  /** Hidden fields, by name. */
  readonly kept: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<CommentInput, string>>;
  readonly maxLengths: Readonly<Record<CommentInput, number>>;
  /** Sentences, by what they are about. */
  readonly problems: Readonly<Partial<Record<CommentInput | "form", string>>>;
}

export type CommentInput = "name" | "email" | "text";

export interface PostPage extends SitePage, PostHead {
  readonly body: readonly Section[];
  /** What the bar above a draft says; null on public pages. */
  readonly draft: DraftBar | null;
  /** Null where the reader may not see it. */
  readonly blog: PageLink | null;
  /** One form for each collection whose password is needed to see all media of the page. */
  readonly passwordForms: readonly PasswordForm[];
  /** In thread order. */
  readonly comments: readonly PostComment[];
  /** Null where visitors cannot comment. */
  readonly commenting: Commenting | null;
  /** Of its podcast; null for none. */
  readonly artwork: Image | null;
  /** What belongs together with this post; null for nothing. */
  readonly series: Series | null;
  /** The posts before and after this one in its blog; null at its ends. */
  readonly older: PageLink | null;
  readonly newer: PageLink | null;
  /** Posts with some of the same tags, the nearest first. */
  readonly related: readonly PageLink[];
}

/** Posts that are read one after the other. */
export interface Series {
  readonly name: string;
  /** The oldest first; the one whose page this is, among them. */
  readonly parts: readonly NavigationLink[];
}

/** The bar above the preview of a draft. */
export interface DraftBar {
  /** What the page is, and its state. */
  readonly text: string;
  readonly links: readonly PageLink[];
}

/** A feed. The address is absolute. */
export interface FeedLink extends PageLink {
  /** Its MIME type. */
  readonly type: string;
}

/** How to subscribe to a podcast, whose feeds are those of the page. */
export interface SubscribePage extends SitePage {
  readonly podcast: PageLink;
  /** The addresses by which apps open the podcast. */
  readonly apps: readonly PageLink[];
}

/** A page of the posts that a search of the whole site has found. */
export interface SearchPage extends SitePage {
  /** The number of posts on all pages together. */
  readonly count: number;
  readonly posts: readonly FoundPost[];
  /** Sentences about what is wrong with the search; empty for nothing. */
  readonly problems: readonly string[];
  /** The number of this page, from 1. */
  readonly pageNumber: number;
  readonly pageCount: number;
  /** The addresses of the pages before and after this one; null at the ends. */
  readonly previousUrl: string | null;
  readonly nextUrl: string | null;
}

export interface FoundPost extends PageLink {
  readonly visibleDate: string;
  /** Null where the visitor may not see it. */
  readonly blog: PageLink | null;
  /** For lists and search engines; empty for none. */
  readonly description: string;
}

export interface HomePage extends SitePage {
  readonly blogs: readonly ListedBlog[];
  /** The newest posts of all of them. */
  readonly newest: readonly (PageLink & { readonly visibleDate: string; readonly blog: PageLink | null })[];
}

/** A blog or podcast in a list. */
export interface ListedBlog extends PageLink {
  /** Stored rich text. */
  readonly description: string;
  /** Of podcasts; null for none. */
  readonly artwork: Image | null;
}

/** What the page of a podcast says of it. */
export interface ShownPodcast {
  readonly artwork: Image | null;
  /** Plain texts; empty for none. */
  readonly subtitle: string;
  readonly author: string;
  readonly subscribeUrl: string;
  /** The newest episode, if it can be heard; null on narrowed lists and further pages. */
  readonly latest: ListedPost | null;
}

export interface BlogPage extends SitePage {
  /** Stored rich text. */
  readonly introduction: string;
  /** Null for blogs. */
  readonly podcast: ShownPodcast | null;
  /** The address of the unfiltered list; the filter form is sent there. */
  readonly address: string;
  /** Null where the site has none of its filters. */
  readonly form: NarrowingForm | null;
  /** Where scripts read suggestions for the form, and the counts of filters; absent for none. */
  readonly suggestionsUrl?: string;
  readonly countsUrl?: string;
  /** Set for the posts of one month, category or tag, with a heading of their own. */
  readonly archive: Archive | null;
  /** Sentences about filters that are wrong; empty where none is. */
  readonly problems: readonly string[];
  /** The active filters; empty for the whole list. */
  readonly chosen: readonly Choice[];
  readonly facets: readonly FacetGroup[];
  /** The number of posts on all pages of the list together. */
  readonly count: number;
  readonly posts: readonly ListedPost[];
  /** The number of this page of the list, from 1. */
  readonly pageNumber: number;
  readonly pageCount: number;
  /** The addresses of the pages before and after this one; null at the ends. */
  readonly previousUrl: string | null;
  readonly nextUrl: string | null;
}

/** The form that filters a list of posts. A field is null where the site has no such filter. */
export interface NarrowingForm {
  readonly search: string | null;
  /** Days as `YYYY-MM-DD`; empty for none. */
  readonly days: { readonly after: string; readonly before: string } | null;
  /** `-visible_date`, `visible_date`, or empty for the default order. */
  readonly order: string | null;
  /** Hidden fields, by name. */
  readonly kept: Readonly<Record<string, string>>;
}

/** A filter of a list: words, a first or last day, a month (`YYYY-MM`), a category or a tag. */
export type NarrowingKind = "search" | "after" | "before" | FacetGroup["kind"];

/** The posts of a blog in one month (`YYYY-MM`), in one category, or with one tag. */
export interface Archive {
  readonly kind: FacetGroup["kind"];
  readonly name: string;
}

/** An active filter of a list of posts. */
export interface Choice {
  readonly kind: NarrowingKind;
  readonly name: string;
  /** The address of the list without it. */
  readonly url: string;
}

/** The values that one facet filters by. Dates are named `YYYY-MM`. */
export interface FacetGroup {
  readonly kind: "date" | "category" | "tag";
  readonly options: readonly FacetOption[];
}

export interface FacetOption {
  readonly name: string;
  /** How many posts the list would have with it. */
  readonly count: number;
  /** The address of the list with it; where it is chosen, without it. */
  readonly url: string;
  readonly isChosen: boolean;
}

export interface MessagePage extends SitePage {
  readonly text: string;
  readonly passwordForm: PasswordForm | null;
  readonly links: readonly PageLink[];
}

/** An object of the site, such as a post or an image, as editors see it. */
export interface ObjectPage extends SitePage {
  readonly facts: readonly { readonly name: string; readonly text: string }[];
  readonly links: readonly PageLink[];
  /** Numbers, each with a bar; absent for none. */
  readonly figures?: readonly FigureTable[];
  /** How to change the object; `source` is what to paste into a shell. */
  readonly steps: readonly { readonly title: string; readonly source: string }[];
}

/** The longest bar is that of the highest number. */
export interface FigureTable {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly url: string | null; readonly count: number }[];
}

/** A form for the password of a page, or of media. */
export interface PasswordForm {
  readonly address: string;
  /** Hidden fields, by name; the password's field is called `password`. */
  readonly kept: Readonly<Record<string, string>>;
  readonly wasWrong: boolean;
  readonly button: string;
}

/** A form for a name and passwords, or for a password alone. */
export interface AccessForm {
  readonly address: string;
  /** What was wrong with the last attempt; empty for nothing. */
  readonly problem: string;
  readonly inputs: readonly AccessInput[];
  /** Hidden fields, by name. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly button: string;
}

export interface AccessInput {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "password";
  /** What browsers may fill in, as HTML's `autocomplete` has it. */
  readonly autocomplete: string;
  readonly autofocus?: true;
  /** What is in the field already. */
  readonly value?: string;
}

/** A page of the service itself, such as the sign-in page. It is in English. */
export interface FormPage {
  /** Null where the page is for something that belongs to no site. */
  readonly site: SiteFrame | null;
  readonly title: string;
  /** What has happened, or what the form does; empty for nothing. */
  readonly text: string;
  readonly form: AccessForm;
  /** What else the page is for; absent for nothing. */
  readonly more?: FormSection;
}

/** A second form, below what it is about. */
export interface FormSection {
  readonly title: string;
  readonly list: readonly FormSectionLine[];
  readonly form: AccessForm;
}

export interface FormSectionLine {
  readonly text: string;
  /** A form about this line alone; absent for none. */
  readonly form?: AccessForm;
}

/** What an episode has besides the content of a post. */
export interface Episode {
  readonly audio: Audio | null;
  readonly number: number | null;
  readonly season: { readonly number: number; readonly name: string } | null;
  /** Who takes part in it. */
  readonly persons: readonly EpisodePerson[];
}

/** Somebody who takes part in an episode. */
export interface EpisodePerson {
  readonly name: string;
  /** Such as `host`; empty where nothing is said. */
  readonly role: string;
  /** An address of the web; null for none. */
  readonly url: string | null;
  readonly image: Image | null;
}
