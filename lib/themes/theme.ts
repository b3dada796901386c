import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import type { Section, SectionName } from "#lib/blocks/sections.ts";
import type { Image, MediaFile } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { SpokenParagraph } from "#lib/media/transcript.ts";
import type { LinkAddress, PageAddress } from "#lib/richtext/page-html.ts";
import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import type { Child } from "./child.ts";
import type { EmbedFrames } from "./embed-frames.ts";
import type { PageExtra } from "./page-extras.ts";
import type {
  AccessForm,
  Archive,
  Choice,
  Commenting,
  DraftBar,
  FacetGroup,
  FeedLink,
  FigureTable,
  FormSection,
  FoundPost,
  ListedBlog,
  ListedPost,
  NarrowingForm,
  PageLink,
  PasswordForm,
  PostComment,
  PostHead,
  Series,
  SharePicture,
  ShownPodcast,
  SiteFrame,
  StructuredData,
} from "./page-parts.ts";

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
  /** A page of the visitor's account whose content is not made here: only few functions have it. */
  readonly accountPage: (page: AccountPage, reading: FrameReading) => SafeHtml;
  /** A page that says to editors what an object of the site is, and how to change it. */
  readonly objectPage: (page: ObjectPage, reading: FrameReading) => SafeHtml;
  /** True if the page of a podcast has the player of its newest episode. */
  readonly playsLatest: boolean;
}

/** The given sections of a body, in the given order. */
export interface Article {
  readonly body: readonly Section[];
  readonly sections: readonly SectionName[];
  /** The address of the page that has the notes; absent if they stand below the article. */
  readonly notesUrl?: string;
}

/** A note, and how many marks of it were shown so far. */
export interface ShownNote {
  readonly label: string;
  /** Stored rich text. */
  readonly text: string;
  readonly number: number;
  markCount: number;
}

export interface ArticleNotes {
  /** The address of the page that has them; absent if they stand below the article. */
  readonly url?: string;
  readonly byLabel: ReadonlyMap<string, ShownNote>;
}

/**
 * The context for showing stored content: the reader's language and rights, and the targets of references.
 */
export interface Reading {
  /** A language tag; an unknown one counts as English. */
  readonly locale: string;
  /** The IANA time zone of the days that are shown; an unknown one counts as UTC. */
  readonly timezone: string;
  /** The media that the reader may see. */
  readonly media: MediaLookup;
  readonly fileUrl: (file: Pick<MediaFile, "key">) => string;
  readonly pageUrl: PageAddress;
  /** Resolves authors' addresses; absent if they stay as they are written, as on pages. */
  readonly linkUrl?: LinkAddress | undefined;
  /** The declarations of the site's custom blocks; undefined where it has none. */
  readonly customBlocks: CustomBlocks | undefined;
  /** The frames that readers may load; absent if embeds are links, as in feeds, lists and the API. */
  readonly embeds?: EmbedFrames | undefined;
  /** The notes of the article that is shown; absent if it has none. */
  readonly notes?: ArticleNotes;
  /** The id of an image that readers see first; absent for none. */
  readonly firstPicture?: number | undefined;
  /** Where a theme has something beside the text, the column in which pictures stand then; else absent. */
  readonly pictureColumn?: PictureColumn | undefined;
  /**
   * The players by the audio's id; absent if audios are shown without a player of the site, as in feeds and
   * lists.
   */
  readonly players?: ReadonlyMap<number, AudioPlayer>;
  /**
   * The parts of a code block by what its author calls the language; null for code that stays as it is.
   * Absent where no code is coloured, as in feeds, lists and the API.
   */
  readonly codeParts?: ((language: string, source: string) => readonly CodePart[] | null) | undefined;
  /** Gives ids to the headings of a post; absent if none has some, as in feeds, lists and the API. */
  readonly anchors?: typeof import("#lib/richtext/anchors.ts") | undefined;
  /** Kept HTML; absent if every part of a page is written again. */
  readonly kept?: KeptHtml | undefined;
}

/** A column that pictures have on windows from a width on. In CSS pixels. */
export interface PictureColumn {
  readonly from: number;
  readonly width: number;
  /** How many pictures of a gallery stand side by side in it at most, and the gap between them. */
  readonly inGallery: number;
  readonly gap: number;
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

/** What a page shows with an audio: for reading along, and for the script of the player. */
export interface AudioPlayer {
  /** The address of the web player's document. */
  readonly documentUrl: string;
  /** The transcript; null for audios without one. */
  readonly transcript: ShownTranscript | null;
}

/** A part of a transcript. Texts are plain. */
export interface ShownTranscript {
  readonly paragraphs: readonly SpokenParagraph[];
  /** The number of the part, from 1. */
  readonly part: number;
  readonly partCount: number;
  /** The addresses of the page with the part before and after; null at the ends. */
  readonly previousUrl: string | null;
  readonly nextUrl: string | null;
}

/** The context of pages without content of the site. */
export type FrameReading = Pick<Reading, "locale" | "fileUrl">;

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
  /** The description for search engines; empty for none. */
  readonly description: string;
  /** The language of the page, if it is not that of the site. */
  readonly language?: string | undefined;
  /** The page in all its languages, itself included; absent for one without translations. */
  readonly translations?: readonly Translation[];
  /** The picture that other sites show with links to the page; null for none. */
  readonly share: SharePicture | null;
  /** Its additions to the theme's style; absent for none. */
  readonly extras?: readonly PageExtra[];
  /** The data for search engines, in the words of schema.org; absent for none. */
  readonly structuredData?: readonly StructuredData[];
}

/** A language in which a page can be read, and its absolute address there. */
export interface Translation {
  readonly language: string;
  readonly url: string;
}

export interface PostPage extends SitePage, PostHead {
  readonly body: readonly Section[];
  /** The bar above a draft; null on public pages. */
  readonly draft: DraftBar | null;
  /** The blog; null if the reader may not see it. */
  readonly blog: PageLink | null;
  /** One form for each collection whose password is needed to see all media of the page. */
  readonly passwordForms: readonly PasswordForm[];
  /** The comments in thread order. */
  readonly comments: readonly PostComment[];
  /** The part for commenting; null if visitors cannot comment. */
  readonly commenting: Commenting | null;
  /** The artwork of its podcast; null for none. */
  readonly artwork: Image | null;
  /** The series of the post; null for none. */
  readonly series: Series | null;
  /** The posts before and after this one in its blog; null at its ends. */
  readonly older: PageLink | null;
  readonly newer: PageLink | null;
  /** Posts with some of the same tags, the nearest first. */
  readonly related: readonly PageLink[];
}

/** The page for subscribing to a podcast, whose feeds are those of the page. */
export interface SubscribePage extends SitePage {
  readonly podcast: PageLink;
  /** Its pages in directories and apps. */
  readonly directories: readonly PageLink[];
  /** The addresses by which apps open the podcast. */
  readonly apps: readonly PageLink[];
  /** Where the visitor gets a feed of their own; null for strangers, and where nobody needs one. */
  readonly ownFeedUrl: string | null;
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

export interface HomePage extends SitePage {
  /** Stored rich text above the lists; absent for none. */
  readonly introduction?: string;
  readonly blogs: readonly ListedBlog[];
  /** The newest posts of all of them. */
  readonly newest: readonly NewestPost[];
}

/** A post on the front page. */
export interface NewestPost extends PageLink {
  readonly visibleDate: string;
  readonly blog: PageLink | null;
  /** Absent of posts without a cover that the visitor may see. */
  readonly cover?: Image | undefined;
}

export interface BlogPage extends SitePage {
  /** Stored rich text. */
  readonly introduction: string;
  /** The podcast; null for blogs. */
  readonly podcast: ShownPodcast | null;
  /** The address of the unfiltered list; the filter form is sent there. */
  readonly address: string;
  /** The form of filters; null if the site has none of them. */
  readonly form: NarrowingForm | null;
  /**
   * The address from which scripts read suggestions for the form, and the counts of filters; absent for none.
   */
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
}

/** A page of the service itself, such as the sign-in page. It is in English. */
export interface FormPage {
  /** The frame of the site; null for a page of something that belongs to no site. */
  readonly site: SiteFrame | null;
  readonly title: string;
  /** A sentence about what has happened, or what the form does; empty for none. */
  readonly text: string;
  readonly form: AccessForm;
  /** A second purpose of the page; absent for none. */
  readonly more?: FormSection;
  /** Other pages of the account; absent for none. */
  readonly links?: readonly PageLink[];
}

/** A page of the visitor's account. It is in English. */
export interface AccountPage {
  readonly site: SiteFrame;
  readonly title: string;
  readonly content: Child;
  readonly extras?: readonly PageExtra[];
}
