import type { Imported, ImportedBody } from "#importers/imported.ts";
import type { ReadyBlockName, RichTextFeature } from "#importers/lectern.ts";
import type { FetchedFiles } from "./media-files.ts";
import type { PostLinks } from "./post-links.ts";

/** What the text of a post is written with. */
export interface WritingTools {
  readonly media: FetchedFiles;
  readonly prefix: string;
  /** The file of the post. */
  readonly file: string;
  readonly links: PostLinks;
  readonly originalOf: Imported["originalOf"];
  readonly features: Set<RichTextFeature>;
  readonly blocks: Set<ReadyBlockName>;
}

export type BodyOf<Kind extends ImportedBody["kind"]> = Extract<ImportedBody, { readonly kind: Kind }>;

export const withPrefix = (prefix: string, file: string | undefined) =>
  file === undefined ? undefined : prefix + file;

/** A whole address, if what it is relative to is known; a path of a file stays. */
export const absolute = (address: string, base: string): string =>
  URL.canParse(address, base) && !(base === "" && !URL.canParse(address))
    ? new URL(address, base).href
    : address;
