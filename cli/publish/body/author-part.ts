import type { LineProblem } from "#cli/publish/front-matter.ts";
import type { MediaId } from "#cli/publish/media/file-beside.ts";
import { uploadFormFor } from "#cli/upload/kind.ts";
import { type CustomBlocks, mapMedia } from "#lib/blocks/custom-block.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import { type AuthorBlock, readSection } from "#lib/blocks/read-section.ts";
import type { SectionName } from "#lib/blocks/sections.ts";
import { writeSection } from "#lib/blocks/write-section.ts";
import type { WritingCollector } from "#lib/blocks/writing.ts";
import { isMediaKind, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import type { MediaIds } from "#lib/media/references.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { PartAllowance } from "#lib/richtext/problem.ts";
import type { BodyPart, MediaInText } from "./body-part.ts";
import { withoutIds } from "./children-ids.ts";
import { isMeaningless, lossesIn } from "./losses.ts";
import { isFileBeside, notBeside } from "./media-file.ts";

/** The blocks and rich text that a site takes. */
export interface BlockRules {
  readonly features: readonly RichTextFeature[];
  /** Absent while they are not known. */
  readonly custom?: CustomBlocks | undefined;
}

export interface BlockPlace {
  readonly section: SectionName;
  readonly line: number;
  /** The line of a member of the block, such as `["value", "2", "caption"]`. */
  readonly lineOf: BodyPart["lineOf"];
  /** True for a block that Markdown or HTML is: its rich text may lose without a word what says nothing. */
  readonly isOurs?: boolean;
}

/** The block that was read, and what is wrong with it. */
export interface ReadPart {
  readonly part: BodyPart;
  readonly problems: readonly LineProblem[];
  readonly removed: readonly LineProblem[];
  /** Warnings of members that mean nothing. */
  readonly warnings: readonly LineProblem[];
}

/** A block in the shape of the editor API, in which media may be named by their files. */
export const authorPart = (
  block: unknown,
  { section, line, lineOf, isOurs = false }: BlockPlace,
  rules: BlockRules,
  parts: PartAllowance,
): ReadPart => {
  const problems: LineProblem[] = [];
  const removed: LineProblem[] = [];
  const warnings: LineProblem[] = [];
  const media: MediaInText[] = [];
  const stood = withStandIns(block, ({ file, alt_text: alt }, kind, path) => {
    const at = lineOf([...path, "file"]);
    const known = kind ?? (typeof file === "string" ? uploadFormFor(file)?.kind : undefined);
    if (typeof file !== "string" || !isFileBeside(file))
      problems.push({ line: at, message: notBeside(file) });
    else if (!known)
      problems.push({ line: at, message: `${file} has no extension of a picture or recording.` });
    else media.push({ file, kind: known, ...(typeof alt === "string" && { alt }), line: at });
    return standIn(Math.max(0, media.length - 1));
  });
  const kindOf = (value: unknown): MediaKind | undefined => media[indexOf(value)]?.kind;
  // Paths begin with `text.0`.
  const placeOf = (path: string): readonly string[] => path.split(".").slice(2);
  const collector: WritingCollector = {
    removed: (path, removals) => {
      const told = isOurs ? removals.filter((removal) => !isMeaningless(removal)) : removals;
      removed.push(...lossesIn(told, lineOf(placeOf(path))));
    },
    ignored: (path) => {
      const members = placeOf(path);
      warnings.push({ line: lineOf(members), message: `${members.join(".")} means nothing here.` });
    },
  };
  const plain = withPlainIds(stood, section, rules, (kind, value, path) => {
    const written = kindOf(value);
    if (written && written !== kind)
      problems.push({ line: lineOf(path), message: `${path.slice(1).join(".")}: This is no ${kind}.` });
  });
  const { block: read, problems: refused } = normalBlock(plain, section, rules, parts, collector);
  for (const { path, message } of refused) {
    const members = placeOf(path);
    const member = members.slice(1).join(".");
    problems.push({ line: lineOf(members), message: member === "" ? message : `${member}: ${message}` });
  }
  // A refused block shows nothing; a text that has one is not sent.
  const shown = read ?? { type: "", value: null };
  const complete = (ids: readonly MediaId[]) => withMedia(shown, ids) as AuthorBlock;
  return { part: { line, media, block: complete, lineOf }, problems, removed, warnings };
};

/** Numbers that no service gives. They stand for the ids of media until the block is in its normal form. */
const standIn = (index: number): number => Number.MAX_SAFE_INTEGER - index;

const indexOf = (value: unknown): number =>
  typeof value === "number" ? Number.MAX_SAFE_INTEGER - value : -1;

const withMedia = (value: unknown, ids: readonly MediaId[]): unknown => {
  if (typeof value === "number") return ids[indexOf(value)] ?? value;
  if (Array.isArray(value)) return value.map((each) => withMedia(each, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withMedia(member, ids)]));
};

type Named = Readonly<Record<string, unknown>>;

/** `kind` is undefined in custom blocks, whose declarations say it. */
type StandInFor = (named: Named, kind: MediaKind | undefined, path: readonly string[]) => number;

/** The types whose values name no files. */
const withoutFiles: readonly unknown[] = ["paragraph", "code", "unsupported"];

const withStandIns = (block: unknown, standInFor: StandInFor): unknown => {
  if (!isObject(block) || withoutFiles.includes(block.type)) return block;
  const kind = isMediaKind(block.type) ? block.type : block.type === "gallery" ? "image" : undefined;
  const replaced = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each, index) => replaced(each, [...path, String(index)]));
    if (!isObject(value)) return value;
    if (
      Object.hasOwn(value, "file") &&
      (kind || Object.keys(value).every((name) => ofNames.includes(name)))
    ) {
      const { file: _file, alt_text: _alt, ...others } = value;
      const id = standInFor(value, kind, path);
      return kind ? { ...others, id } : id;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, replaced(member, [...path, name])]),
    );
  };
  return { ...block, value: replaced(block.value, ["value"]) };
};

/** The members of an object that names a file in a custom block. */
const ofNames: readonly string[] = ["file", "alt_text"];

/** Custom blocks name media by plain ids. Authors may also write `{id: 12}`, as elsewhere. */
const withPlainIds = (
  block: unknown,
  section: SectionName,
  { custom }: BlockRules,
  check: (kind: MediaKind, value: unknown, path: readonly string[]) => void,
): unknown => {
  if (!isObject(block) || typeof block.type !== "string") return block;
  const declared = custom?.[section].get(block.type);
  if (!declared) return block;
  const replace = (kind: MediaKind, value: unknown, at: readonly (string | number)[]): unknown => {
    const id = isObject(value) && Object.hasOwn(value, "id") ? value.id : value;
    check(kind, id, ["value", ...at.map(String)]);
    return id;
  };
  return { ...block, value: mapMedia(declared, block.value, [], { form: "written", replace }) };
};

/** Any media pass here: the service decides which may be chosen. */
const anyMedia = (): MediaIds => {
  const all: ReadonlySet<number> = Object.assign(new Set<number>(), { has: () => true });
  return { image: all, audio: all, video: all };
};

const ownTypes: readonly unknown[] = [...mediaKinds, "paragraph", "code", "gallery"];

/** The block as the service will show it. */
const normalBlock = (
  block: unknown,
  section: SectionName,
  { features, custom }: BlockRules,
  parts: PartAllowance,
  collector: WritingCollector,
) => {
  if (isObject(block) && typeof block.type === "string") {
    const { type, value } = block;
    // Only the service can judge a placeholder, which names a stored block. Blocks whose declarations are not
    // known yet cannot be judged.
    if ((type === "unsupported" && isObject(value)) || (!custom && !ownTypes.includes(type)))
      return { block: { type, value }, problems: [] };
  }
  const media = anyMedia();
  const { blocks, problems } = writeSection([block], {
    ...{ section, path: "text", stored: null, parts, features, custom, media, collector },
    newId: () => "",
  });
  const [read] = readSection(section, blocks, { custom, media });
  return { block: read && { ...read, value: withoutIds(read.value, (id) => id === "") }, problems };
};
