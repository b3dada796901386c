import type { Values } from "./values.ts";

/** How a generator of static sites keeps its posts. */
export interface Generator {
  readonly kind: "hugo" | "jekyll";
  readonly configs: readonly string[];
  /** The settings that are read, or that say nothing of the content. */
  readonly ownSettings: readonly string[];
  /** A folder whose files are settings, too, each below the key that its name says. */
  readonly configFolder?: string;
  /** Folders of posts, as the settings say; those of drafts are among them. */
  readonly postsIn: (config: Values) => readonly string[];
  /** The language of a file, where it is not that of the site. */
  readonly languageOf?: (path: string, below: string, config: Values) => string | undefined;
  /** Folders at the root with templates or data, which are named. */
  readonly unread: readonly string[];
  /** Folders whose files are at the root of the site. */
  readonly statics: readonly string[];
  /** The path at which a post was. */
  readonly pathOf: (post: StaticPost, config: Values) => string;
  /** Whether addresses with nothing around them are links. */
  readonly linksAddresses: (config: Values) => boolean;
  /** What the generator's feed called a post at a path. */
  readonly guidOf: (address: string) => string;
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
