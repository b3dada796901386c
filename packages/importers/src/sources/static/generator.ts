import type { SharedMatter } from "#importers/lectern.ts";
import type { Values } from "./values.ts";

/** How a generator of static sites keeps its posts. */
export interface Generator {
  readonly kind: "hugo" | "jekyll" | "astro" | "eleventy";
  /** The settings that are read, or that say nothing of the content. */
  readonly ownSettings: readonly string[];
  /** Folders of posts, as the settings or the paths of all files say; those of drafts are among them. */
  readonly postsIn: (config: Values, files: readonly string[]) => readonly string[];
  /** Settings in files that are no configuration, and what hides posts in them. */
  readonly readSite?: (site: SiteFiles) => Promise<SiteMatter>;
  /** Tags that say where a post is listed, and nothing of it. */
  readonly collectionTags?: ReadonlySet<string>;
  /** True for Markdown that is no post. */
  readonly isNoPost?: (path: string) => boolean;
  /** Folders at the root that hold none of the site's files; by default those of Hugo and Jekyll. */
  readonly skipped?: ReadonlySet<string>;
  /** What separates tags in a text; commas and perhaps blanks by default. */
  readonly tagSeparator?: RegExp;
  /** The language of a file, where it is not that of the site. */
  readonly languageOf?: (path: string, below: string, config: Values) => string | undefined;
  /** Folders at the root with templates or data, which are named. */
  readonly unread: readonly string[];
  /** Folders whose files are at the root of the site. */
  readonly statics: readonly string[];
  /** The path at which a post was. */
  readonly pathOf: (post: StaticPost, config: Values) => string | undefined;
  /** The path at which the feed was. */
  readonly feedPath: string;
  /** Whether addresses with nothing around them are links. */
  readonly linksAddresses: (config: Values) => boolean;
  /** What the generator's feed called a post at a path. */
  readonly guidOf: (address: string) => string;
}

/** The files of a site, by their paths from its folder. */
export interface SiteFiles {
  readonly files: readonly string[];
  /** The text of a file; undefined if it cannot be read. */
  readonly textOf: (path: string) => Promise<string | undefined>;
  /** Says that nothing here reads a file. */
  readonly noteUnread: (path: string, why: string) => void;
}

/** What a site says beside its posts. */
export interface SiteMatter {
  /** The title, description and address. */
  readonly settings: Values;
  /** What is said of many posts in one place. */
  readonly shared: readonly SharedMatter[];
  /** Tags that a folder gives to its posts. */
  readonly tagsOf: (path: string) => readonly string[];
}

export interface StaticPost {
  /** From the site's folder, with slashes. */
  readonly path: string;
  /** The name of the file, or of its folder for an `index.md`, without extension and date. */
  readonly name: string;
  /** The folder of posts that it is in, and the folder in that. */
  readonly below: string;
  readonly section: string;
  /** Its language, where it is not that of the site. */
  readonly language?: string | undefined;
  readonly date: string | undefined;
  readonly values: Values;
  readonly body: string;
  readonly bodyLine: number;
}
