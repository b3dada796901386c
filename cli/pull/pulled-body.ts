import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { bodyText, type FolderBody, fencedBody } from "#cli/folder/body-text.ts";
import { blockWithFiles, type NameOfMedium } from "#cli/folder/exported-post.ts";
import type { BodyPart, MediaInText } from "#cli/publish/body/body-part.ts";
import { withoutIds } from "#cli/publish/body/children-ids.ts";
import { customBlocksOf } from "#cli/publish/body/custom-blocks.ts";
import { plainMdx } from "#cli/publish/body/mdx.ts";
import { type BodyRules, type LinkTo, readText } from "#cli/publish/body/read-text.ts";
import { filesNamedBy } from "#cli/publish/judge.ts";
import type { Library } from "#cli/publish/media/library.ts";
import { mediaChanges } from "#cli/publish/media/said-of-media.ts";
import { type EditorSite, featuresOf, type PlannedPost, type StoredPost } from "#cli/publish/plan.ts";
import { isMdx } from "#cli/publish/source.ts";
import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import { sectionNames } from "#lib/blocks/sections.ts";
import { certain } from "#lib/certain.ts";
import type { MediaKind } from "#lib/media/media.ts";
import type { FolderMedia, MediaDownload, PlaceOfPost } from "./media-names.ts";
import { mergedTexts } from "./merge-text.ts";

export interface BodyContext {
  readonly site: EditorSite;
  readonly library: Library;
  readonly media: FolderMedia;
  readonly linkTo: LinkTo;
  readonly place: PlaceOfPost;
}

/** The text below the front matter as it is to be, or why it cannot be written. */
export type PulledBody =
  | { readonly text: string; readonly downloads: readonly MediaDownload[] }
  | { readonly problem: string };

/** The file's text with what the page says differently; all other words stay as they are written. */
export const pulledBody = async (
  planned: PlannedPost,
  stored: StoredPost,
  context: BodyContext,
): Promise<PulledBody> => {
  const { site, library, media, place } = context;
  const { body: own, bodyLine, file } = planned.source;
  if (isMdx(file) && plainMdx(own).text !== own)
    return { problem: "The text has components or expressions of MDX; take the edit over by hand." };
  const links = new Map<string, string>();
  const rules = { features: featuresOf(site), custom: customBlocksOf(site), linkTo: context.linkTo };
  const noting: LinkTo = (href) => {
    const target = context.linkTo(href);
    if (target && "address" in target && !links.has(target.address)) links.set(target.address, href);
    return target;
  };
  const read = readText(own, bodyLine, { ...rules, linkTo: noting });
  const idByFile = new Map<string, number>();
  for (const file of filesNamedBy(planned)) {
    const id = library.idOf(file);
    if (id !== undefined) idByFile.set(file.source.file, id);
  }
  const pathOf = (written: string): string => join(dirname(place.file), written);
  const named = new OwnMedia(
    sectionNames.flatMap((section) => (read[section] ?? []).flatMap((part) => part.media)),
    (written) => idByFile.get(pathOf(written)),
    changedDescriptions(planned, library),
  );
  const downloads: MediaDownload[] = [];
  const nameOf: NameOfMedium = async (kind, id) => {
    const kept = named.next(kind, id);
    if (kept) return kept;
    const found = await media.pathOf(kind, id, place);
    if (!found) return undefined;
    idByFile.set(pathOf(found.path), id);
    if (found.download) downloads.push(found.download);
    return { file: found.path, ...(found.found?.alt && { alt_text: found.found.alt }) };
  };
  const from = await ownBlocks(read, rules);
  const to: FolderBody = {
    overview: await blocksWithFiles(stored.overview, rules.custom?.overview, nameOf),
    detail: await blocksWithFiles(stored.detail, rules.custom?.detail, nameOf),
  };
  const idOf = (written: string): unknown => idByFile.get(pathOf(written)) ?? written;
  const wanted = [stored.overview, stored.detail].map((blocks) => withoutIds(blocks));
  for (const write of [bodyText, fencedBody]) {
    const text = write(to, rules.features, links, rules.custom);
    const target = shown(text, rules, idOf);
    if (!isDeepStrictEqual(target.blocks, wanted)) continue;
    const versions = { own, from: write(from, rules.features, links, rules.custom), to: text };
    for (const merged of mergedTexts(versions))
      if (isDeepStrictEqual(shown(merged, rules, idOf), target)) return { text: merged, downloads };
  }
  return { problem: "The text cannot be written as Markdown; take the edit over by hand." };
};

/** Descriptions of pictures that have others in the service, by the image's id. */
const changedDescriptions = (planned: PlannedPost, library: Library): ReadonlyMap<number, string> =>
  new Map(
    mediaChanges(planned.said, library).flatMap(({ file, from }) => {
      const id = library.idOf(file);
      return file.kind === "image" && id !== undefined && typeof from === "string" ? [[id, from]] : [];
    }),
  );

/** The media that a text names, as it names them, in their order. */
class OwnMedia {
  readonly #byId = new Map<string, MediaInText[]>();
  readonly #descriptions: ReadonlyMap<number, string>;

  constructor(
    media: readonly MediaInText[],
    idOf: (written: string) => number | undefined,
    descriptions: ReadonlyMap<number, string>,
  ) {
    this.#descriptions = descriptions;
    for (const each of media) {
      const id = idOf(each.file);
      if (id === undefined) continue;
      const key = `${each.kind} ${id}`;
      this.#byId.set(key, [...(this.#byId.get(key) ?? []), each]);
    }
  }

  /** The name of the next place of a medium; that of its last one, if it stands in more places now. */
  next(kind: MediaKind, id: number): object | undefined {
    const places = this.#byId.get(`${kind} ${id}`);
    const place = places && places.length > 1 ? places.shift() : places?.[0];
    if (!place) return undefined;
    const alt = place.alt ? (this.#descriptions.get(id) ?? place.alt) : place.alt;
    return nameWith(place.file, alt);
  }
}

const nameWith = (file: string, alt: string | undefined): object => ({
  file,
  ...(alt !== undefined && alt !== "" && { alt_text: alt.replace(/\s+/g, " ").trim() }),
});

type Read = ReturnType<typeof readText>;

/** The blocks of the author's text, with its own names for files. */
const ownBlocks = async (read: Read, { custom }: BodyRules): Promise<FolderBody> => {
  const blocksOf = async (
    parts: readonly BodyPart[] = [],
    declared: Parameters<typeof blockWithFiles>[1],
  ) => {
    const blocks: AuthorBlock[] = [];
    for (const part of parts) {
      const places = [...part.media.keys()];
      blocks.push(
        await blockWithFiles(part.block(places), declared, async (_, index) => {
          const { file, alt } = certain(part.media[index]);
          return nameWith(file, alt);
        }),
      );
    }
    return blocks;
  };
  return {
    overview: await blocksOf(read.overview, custom?.overview ?? new Map()),
    detail: await blocksOf(read.detail, custom?.detail ?? new Map()),
  };
};

const blocksWithFiles = async (
  blocks: readonly AuthorBlock[],
  declared: Parameters<typeof blockWithFiles>[1] | undefined,
  nameOf: NameOfMedium,
): Promise<AuthorBlock[]> => {
  const named: AuthorBlock[] = [];
  for (const block of blocks) named.push(await blockWithFiles(block, declared ?? new Map(), nameOf));
  return named;
};

/** The blocks that a text is read as, with the ids of its files, and what it says of these. */
const shown = (text: string, rules: BodyRules, idOf: (written: string) => unknown) => {
  const read = readText(text, 1, rules);
  const parts = [read.overview ?? [], read.detail];
  return {
    problems: read.problems.map(({ message }) => message),
    blocks: parts.map((each) =>
      withoutIds(each.map((part) => part.block(part.media.map(({ file }) => idOf(file) as number)))),
    ),
    media: parts.map((each) =>
      each.flatMap(({ media }) => media.map(({ file, alt }) => nameWith(file, alt))),
    ),
  };
};
