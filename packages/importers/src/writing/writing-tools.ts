import type { Imported, ImportedBody } from "#importers/imported.ts";
import {
  type CustomBlocks,
  embedAt,
  type FoundEmbed,
  type ReadyBlockName,
  type RichTextFeature,
  readyBlockNames,
  withReadyBlocks,
} from "#importers/lectern.ts";
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
  /** The hosts of which the texts embed content. */
  readonly embedHosts: Set<string>;
}

/** All ready blocks, with embeds of these hosts. */
export const readyBlocksWith = (embedHosts: Iterable<string>): CustomBlocks =>
  withReadyBlocks(undefined, readyBlockNames, [...new Set(embedHosts)]);

/** How many hosts a site may name. */
const maxEmbedHosts = 50;

/** The embed at an address, with its host added to those that the site has to allow, while it may. */
export const allowedEmbed = (address: string, hosts: Set<string>): FoundEmbed | undefined => {
  const found = embedAt(address);
  if (!found || (hosts.size === maxEmbedHosts && !hosts.has(found.host))) return undefined;
  hosts.add(found.host);
  return found;
};

export type BodyOf<Kind extends ImportedBody["kind"]> = Extract<ImportedBody, { readonly kind: Kind }>;

export const withPrefix = (prefix: string, file: string | undefined) =>
  file === undefined ? undefined : prefix + file;

/** A whole address, if what it is relative to is known; a path of a file stays. */
export const absolute = (address: string, base: string): string =>
  URL.canParse(address, base) && !(base === "" && !URL.canParse(address))
    ? new URL(address, base).href
    : address;
