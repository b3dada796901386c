import type { VNode } from "preact";
import type { Section } from "#lib/blocks/sections.ts";
import type { Audio, Image } from "#lib/media/media.ts";
import type { ThemeName } from "./theme-names.ts";

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

/** The frame of the site around every page. Pictures are null if the reader may not see them. */
export interface SiteFrame {
  readonly name: string;
  /** The address of its front page. */
  readonly url: string;
  readonly logo: Image | null;
  readonly favicon: Image | null;
  readonly navigation: readonly NavigationLink[];
  /** The site's places elsewhere: addresses of the web. */
  readonly socialLinks: readonly PageLink[];
  /** The account; null for visitors who are not signed in, who all get the same page. */
  readonly account: Account | null;
  /** The form in which visitors choose a theme; null on previews, and where the site does not want it. */
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
  /** The address at which they change their password. */
  readonly url: string;
  readonly signOut: ButtonForm;
}

/** A form that has nothing but a button. */
export interface ButtonForm {
  readonly address: string;
  /** Hidden fields, by name. */
  readonly kept: Readonly<Record<string, string>>;
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

/** The part of a post that lists and its page both show. */
export interface PostHead {
  readonly title: string;
  /** The description for search engines and lists; empty for none. */
  readonly description: string;
  /** An instant, ISO 8601 UTC. */
  readonly visibleDate: string;
  readonly categories: readonly Named[];
  readonly tags: readonly Named[];
  readonly cover: { readonly image: Image; readonly altText: string } | null;
  /** The episode; null for other posts. */
  readonly episode: Episode | null;
}

/** A post in a list. */
export interface ListedPost extends PageLink, PostHead {
  /** Absent where it is that of the site. */
  readonly language?: string | undefined;
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

/** The part of a page in which visitors comment on a post. */
export interface Commenting {
  /** The address of the form. */
  readonly writeUrl: string;
  /** The form; null unless the visitor asked for it. */
  readonly form: CommentForm | null;
  /** The result of the comment that the visitor has just sent. */
  readonly notice: "waiting" | "public" | null;
}

/** The form for a comment, with the fields `name`, `email`, `text`, and `website`, which nobody sees. */
export interface CommentForm {
  readonly address: string;
  /** The page without the form. */
  readonly cancelUrl: string;
  /** The author of the comment that is answered; null for a comment of its own. */
  readonly answered: string | null;
  /** Hidden fields, by name. */
  readonly kept: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<CommentInput, string>>;
  readonly maxLengths: Readonly<Record<CommentInput, number>>;
  /** Sentences, by what they are about. */
  readonly problems: Readonly<Partial<Record<CommentInput | "form", string>>>;
}

export type CommentInput = "name" | "email" | "text";

/** Posts that are read one after the other. */
export interface Series {
  readonly name: string;
  /** The oldest first; the one whose page this is, among them. */
  readonly parts: readonly NavigationLink[];
}

/** The bar above the preview of a draft. */
export interface DraftBar {
  /** The kind of the page, and its state. */
  readonly text: string;
  readonly links: readonly PageLink[];
}

/** A feed. The address is absolute. */
export interface FeedLink extends PageLink {
  /** Its MIME type. */
  readonly type: string;
}

export interface FoundPost extends PageLink {
  readonly visibleDate: string;
  /** The blog; null if the visitor may not see it. */
  readonly blog: PageLink | null;
  /** The description for lists and search engines; empty for none. */
  readonly description: string;
}

/** A blog or podcast in a list. */
export interface ListedBlog extends PageLink {
  /** Stored rich text. */
  readonly description: string;
  /** The artwork of a podcast; null for none. */
  readonly artwork: Image | null;
}

/** The podcast on its page. */
export interface ShownPodcast {
  readonly artwork: Image | null;
  /** Plain texts; empty for none. */
  readonly subtitle: string;
  readonly author: string;
  readonly subscribeUrl: string;
  /** Its pages in directories and apps. */
  readonly directories: readonly PageLink[];
  /** Where the visitor gets a feed of their own; null for strangers, and where nobody needs one. */
  readonly ownFeedUrl: string | null;
  /** The newest episode, if it can be heard; null on narrowed lists and further pages. */
  readonly latest: ListedPost | null;
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
  /** The number of posts that the list would have with it. */
  readonly count: number;
  /** The address of the list with it; where it is chosen, without it. */
  readonly url: string;
  readonly isChosen: boolean;
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
  /** The problem of the last attempt; empty for none. */
  readonly problem: string;
  /** The names of the inputs that it is about; all of them unless said otherwise. */
  readonly wrong?: readonly string[] | undefined;
  readonly inputs: readonly AccessInput[];
  /** Further fields, below the inputs. */
  readonly choices?: readonly VNode<object>[];
  /** Hidden fields, by name. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly button: string;
}

export interface AccessInput {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "password" | "email";
  /** The value that browsers may fill in, as HTML's `autocomplete` has it. */
  readonly autocomplete: string;
  readonly autofocus?: true;
  /** False for one that may be empty. */
  readonly required?: false;
  /** The present value of the field. */
  readonly value?: string;
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

/** The parts of an episode besides the content of a post. */
export interface Episode {
  readonly audio: Audio | null;
  readonly number: number | null;
  readonly season: { readonly number: number; readonly name: string } | null;
  /** The people who take part in it. */
  readonly persons: readonly EpisodePerson[];
}

/** A person who takes part in an episode. */
export interface EpisodePerson {
  readonly name: string;
  /** The role, such as `host`; empty if none is set. */
  readonly role: string;
  /** An address of the web; null for none. */
  readonly url: string | null;
  readonly image: Image | null;
}
