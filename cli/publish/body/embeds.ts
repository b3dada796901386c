import type { Tokens } from "marked";
import { uploadFormFor } from "#cli/upload/kind.ts";
import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { embeddable } from "#lib/blocks/ready/embed-frames.ts";
import { externalEmbedName } from "#lib/blocks/ready/external-embed-block.ts";
import { readyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import type { SectionName } from "#lib/blocks/sections.ts";
import { resolveReferences } from "#lib/richtext/character-references.ts";
import type { PlacedToken } from "./html-tokens.ts";
import { isFileBeside } from "./media-file.ts";
import { isImage, type Picture, pictureOf } from "./pictures.ts";
import type { ReadyPart } from "./ready-part.ts";

/**
 * The block that a paragraph is on a site that takes embeds: an address alone, an address where Markdown has
 * the file of a picture, or a picture beside the text that is a link. Undefined for others, and for addresses
 * that have no frame. While the site's blocks are not known, an address in the place of a file may be one.
 */
export const embedPart = (
  { token, line }: PlacedToken,
  section: SectionName,
  custom: CustomBlocks | undefined,
): ReadyPart | undefined => {
  const hosts = embedHostsIn(section, custom);
  if (token.type !== "paragraph" || (custom && !hosts)) return undefined;
  const found = embedIn(token as Tokens.Paragraph, line);
  if (!found || !(custom || found.isInPlaceOfFile)) return undefined;
  if (!isEmbedOf(found.url, hosts)) return undefined;
  const { url, title = "", picture } = found;
  const image = picture && { file: picture.file, alt_text: picture.alt };
  const value = { url, title: title.replace(/\s+/g, " ").trim(), ...(image && { image }) };
  return { block: { type: externalEmbedName, value }, lineOf: () => line, inner: [] };
};

/** The hosts whose pages a section embeds; undefined where it takes no embeds. */
const embedHostsIn = (
  section: SectionName,
  custom: CustomBlocks | undefined,
): readonly string[] | undefined =>
  custom?.[section].get(externalEmbedName) === readyBlocks.external_embed.declaration
    ? custom.embedHosts
    : undefined;

/** True for an address whose frame a site with these hosts shows, or looks up. */
const isEmbedOf = (address: string, hosts: readonly string[] | undefined): boolean => {
  const taken = embeddable(address, hosts);
  return Boolean(taken?.frame) || taken?.isLookedUp === true;
};

/** A test for the addresses that a section takes as embeds; undefined where it takes none. */
export const embedTest = (section: SectionName, custom: CustomBlocks | undefined) => {
  const hosts = embedHostsIn(section, custom);
  return hosts && ((address: string): boolean => isEmbedOf(address, hosts));
};

interface FoundEmbed {
  readonly url: string;
  readonly title?: string | undefined;
  readonly picture?: Picture;
  readonly isInPlaceOfFile?: boolean;
}

const embedIn = ({ raw, tokens }: Tokens.Paragraph, line: number): FoundEmbed | undefined => {
  const written = raw.trim();
  // Emphasis and the ends of sentences mean nothing in an address alone, which may hold `_` and end with it.
  if (bareAddress.test(written)) return { url: resolveReferences(written) };
  const [only, ...others] = tokens.filter((each) => each.type !== "text" || each.raw.trim() !== "");
  if (!only || others.length > 0) return undefined;
  if (isImage(only)) return embedOfImage(only, line);
  return only.type === "link" ? embedOfLink(only as AnyLink, line) : undefined;
};

const bareAddress = /^https?:\/\/[^\s<>[\]`"\\]*[^\s<>[\]`"\\.,:;!?*']$/i;

type AnyLink = Tokens.Link & { readonly autolink?: boolean };

const embedOfImage = (image: Tokens.Image, line: number): FoundEmbed | undefined => {
  const url = resolveReferences(image.href);
  const isPage = URL.canParse(url) && !uploadFormFor(new URL(url).pathname);
  if (!isPage || image.title) return undefined;
  return { url, title: pictureOf(image, line).alt, isInPlaceOfFile: true };
};

/** `<https://…>`, and a link around a picture. */
const embedOfLink = ({ href, title, autolink, tokens }: AnyLink, line: number): FoundEmbed | undefined => {
  if (autolink) return { url: href };
  const [image, ...others] = tokens;
  if (!image || !isImage(image) || others.length > 0 || image.title) return undefined;
  const picture = pictureOf(image, line);
  return isFileBeside(picture.file)
    ? { url: resolveReferences(href), title: resolveReferences(title ?? ""), picture }
    : undefined;
};
