import type { FolderChapter, FolderFields, RichTextFeature } from "./lectern.ts";
import type { ImportNote, NotePlace } from "./notes.ts";

/** A post or episode of an export, before its files and addresses are settled. */
export interface ImportedPost {
  readonly place: NotePlace;
  /** What stays the same in every export: its GUID, address or path. */
  readonly identity: string;
  /** Where its file is written, besides the folder itself: `pages` for a page that is no post. */
  readonly folder?: "pages";
  readonly fields: Pick<
    FolderFields,
    | "title"
    | "date"
    | "draft"
    | "summary"
    | "seo_title"
    | "tags"
    | "categories"
    | "authors"
    | "guid"
    | "cover_alt"
    | "season"
    | "episode"
    | "episode_type"
    | "explicit"
    | "block"
    | "language"
    | "keywords"
    | "soundbites"
  > & { readonly chapters?: readonly FolderChapter[] | undefined };
  /** As the other system had it; absent, it is made from the title. */
  readonly slug?: string | undefined;
  /** What the slug is if neither that nor the title gives one. */
  readonly fallbackSlug: string;
  /** Whole addresses or paths where it was found. */
  readonly addresses: readonly string[];
  /** Other addresses that links in texts have for it, such as `https://old.example/?p=12`. */
  readonly linkedAs?: readonly string[];
  readonly body: ImportedBody;
  readonly files: {
    readonly cover?: FolderFile | string | undefined;
    readonly audio?: FolderFile | string | undefined;
    readonly transcript?: FolderFile | string | undefined;
    readonly chapters?: FolderFile | string | undefined;
  };
}

export type ImportedBody =
  | {
      readonly kind: "html";
      readonly overview?: string | undefined;
      readonly detail: string;
      readonly place: NotePlace;
      readonly hasLineBreaks?: boolean;
      /** What relative addresses are relative to. */
      readonly base: string;
    }
  /** Markdown, which is copied, with the files of its pictures. */
  | {
      readonly kind: "markdown";
      readonly text: string;
      readonly place: NotePlace;
      /** The address of the post, to which its links are relative. */
      readonly base: string;
      /** The file of the exported folder, or the web address, that an address in the text means. */
      readonly resolve: (address: string) => FolderFile | string | undefined;
      /** Says that addresses with nothing around them were links. */
      readonly linksAddresses?: boolean;
    };

/** A file of the exported folder, and its name in it. */
export interface FolderFile {
  readonly path: string;
  readonly name: string;
}

export interface ImportedSite {
  readonly title: string;
  readonly description: string;
  /** Where the site was, such as `https://old.example/blog`. */
  readonly address?: string | undefined;
  readonly isPodcast: boolean;
  readonly podcast?: Readonly<Record<string, unknown>>;
  /** The address of a podcast's artwork. */
  readonly artwork?: string | undefined;
  /** The path at which the feed was. */
  readonly feedPaths: readonly string[];
  readonly categories: readonly NamedTerm[];
  readonly authors: readonly NamedTerm[];
  readonly seasons: readonly { readonly number: number; readonly name?: string }[];
  readonly features?: ReadonlySet<RichTextFeature>;
}

export interface NamedTerm {
  readonly slug: string;
  readonly name: string;
}

export interface Imported {
  readonly site: ImportedSite;
  readonly posts: readonly ImportedPost[];
  readonly notes: ImportNote[];
  /** Files that the export knows; those that nothing shows are noted. */
  readonly attachments?: readonly { readonly address: string; readonly place: NotePlace }[];
  /** The address of the original of a picture that other systems have in several sizes. */
  readonly originalOf?: (address: string, attributes: Readonly<Record<string, string>>) => string;
}
