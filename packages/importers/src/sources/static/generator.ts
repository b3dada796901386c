import type { Values } from "./values.ts";

/** How a generator of static sites keeps its posts. */
export interface Generator {
  readonly kind: "hugo" | "jekyll";
  readonly configs: readonly string[];
  /** The settings that are read, or that say nothing of the content. */
  readonly ownSettings: readonly string[];
  /** Folders of posts; those of drafts are among them. */
  readonly posts: readonly string[];
  /** Folders whose files are at the root of the site. */
  readonly statics: readonly string[];
  /** The path at which a post was. */
  readonly pathOf: (post: StaticPost, config: Values) => string;
  /** What the generator's feed called a post at a path. */
  readonly guidOf: (address: string) => string;
}

export interface StaticPost {
  /** From the site's folder, with slashes. */
  readonly path: string;
  /** The name of the file, or of its folder for an `index.md`, without extension and date. */
  readonly name: string;
  /** The folder in the folder of posts. */
  readonly section: string;
  readonly date: string | undefined;
  readonly values: Values;
  readonly body: string;
  readonly bodyLine: number;
}
