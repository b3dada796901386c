import { isMediaKind, type MediaKind } from "#lib/media/media.ts";
import { isMediaId, type MediaIds } from "#lib/media/references.ts";
import { maxReportedProblems, type Problem, type ProblemCode } from "#lib/refusals/problem.ts";
import type { MarkdownBlock } from "#lib/richtext/markdown.ts";
import { takeParts, tooManyParts } from "#lib/richtext/problem.ts";
import { removalsBetween } from "#lib/richtext/removals.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { isObject } from "./is-object.ts";
import type { StoredBlock } from "./sections.ts";
import { isCaption, type StoredGalleries, storedGalleries } from "./stored-media.ts";
import { writeCustom } from "./write-custom.ts";
import { reportIgnored, type WritingContext, type WrittenValue } from "./writing.ts";

export interface WrittenSection {
  readonly blocks: readonly StoredBlock[];
  readonly problems: readonly Problem[];
}

type Say = (member: string, code: ProblemCode, message: string) => undefined;

/** The stored blocks that the author's blocks have taken so far. */
interface KeptBlocks {
  /** The positions that placeholders have named. */
  readonly positions: Set<string>;
  readonly galleries: StoredGalleries;
}

/** Converts all blocks of a section, and reports all problems at once (contract#blocks) up to a limit. */
export const writeSection = (blocks: readonly unknown[], context: WritingContext): WrittenSection => {
  const problems: Problem[] = [];
  const kept: KeptBlocks = { positions: new Set(), galleries: storedGalleries(context.stored ?? []) };
  const written: StoredBlock[] = [];
  for (const [index, block] of blocks.entries()) {
    const say: Say = (member, code, message) => {
      problems.push({ path: `${context.path}.${index}.${member}`, code, message });
    };
    const path = `${context.path}.${index}`;
    const stored = takeParts(context.parts) ? writeBlock(block, { ...context, path }, kept, say) : undefined;
    if (stored) written.push(stored);
    if (problems.length > maxReportedProblems) break;
    if (context.parts.left < 0) {
      if (problems.at(-1)?.message !== tooManyParts.message)
        say("value", tooManyParts.code, tooManyParts.message);
      break;
    }
  }
  return { blocks: written, problems };
};

/** Blocks from Markdown in stored form. Paragraphs are sanitized already; empty code blocks are reported. */
export const writeMarkdown = (blocks: readonly MarkdownBlock[], path: string): WrittenSection => {
  const problems: Problem[] = [];
  const written = blocks.map((block, index) => {
    const say: Say = (member, code, message) => {
      problems.push({ path: `${path}.${index}.${member}`, code, message });
    };
    return block.type === "code" ? writeCode(block.value, say) : block;
  });
  return { blocks: written.filter((block) => block !== undefined), problems };
};

/** The members of values that are objects, for blocks of our own. */
const membersOfValues: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["unsupported", ["stored_type", "position"]],
  ["code", ["language", "source"]],
  ["image", ["id"]],
  ["audio", ["id"]],
  ["video", ["id"]],
]);

/** The context's path is the block's. */
const writeBlock = (
  block: unknown,
  context: WritingContext,
  kept: KeptBlocks,
  say: Say,
): StoredBlock | undefined => {
  if (!isObject(block) || !Object.hasOwn(block, "type"))
    return say("type", "required", "A block needs a type.");
  const { type, value } = block;
  reportIgnored(context.collector, block, context.path, ["type", "value", "id"]);
  const members = membersOfValues.get(type);
  if (members) reportIgnored(context.collector, value, `${context.path}.value`, members);
  if (type === "unsupported" && context.stored)
    return keepStored(value, context, context.stored, kept.positions, say);
  if (type === "paragraph") return writeParagraph(value, context, say);
  if (type === "code") return writeCode(value, say);
  if (isMediaKind(type)) return blockOf(type, writeMedia(type, value, context.media), say);
  if (type === "gallery") return blockOf(type, writeGallery(value, context, kept.galleries), say);
  if (typeof type === "string") {
    const custom = context.custom?.[context.section].get(type);
    if (custom) return blockOf(type, writeCustom(custom, value, context), say);
  }
  const name = typeof type === "string" && type.length <= 100 ? ` ${JSON.stringify(type)}` : "";
  return say("type", "unsupported_block_type", `Blocks of this type${name} cannot be written here.`);
};

const writeParagraph = (
  value: unknown,
  { features, parts, path, collector }: WritingContext,
  say: Say,
): StoredBlock | undefined => {
  if (typeof value !== "string") return say("value", "invalid", "A paragraph is a string of HTML.");
  if (value.trim() === "") return say("value", "invalid", "A paragraph must not be empty.");
  const result = sanitizeRichText(value, features, parts);
  if ("problem" in result) return say("value", result.problem.code, result.problem.message);
  collector?.removed?.(`${path}.value`, removalsBetween([{ html: value, line: null }], result.html));
  return { type: "paragraph", value: result.html };
};

const writeCode = (value: unknown, say: Say): StoredBlock | undefined => {
  if (!isObject(value)) return say("value", "invalid", "A code block is an object with language and source.");
  const missing = (["language", "source"] as const).filter(
    (member) => typeof value[member] !== "string" || !value[member],
  );
  for (const member of missing) say(`value.${member}`, "required", "A non-empty string is required.");
  return missing.length > 0
    ? undefined
    : { type: "code", value: { language: value.language, source: value.source } };
};

const blockOf = (type: string, written: WrittenValue, say: Say): StoredBlock | undefined => {
  if ("value" in written) return { type, value: written.value };
  for (const { path, code, message } of written.problems) say(path, code, message);
  return undefined;
};

/** The stored block that a placeholder names, unchanged. Each block of the section may be named once. */
const keepStored = (
  value: unknown,
  { section }: WritingContext,
  stored: readonly StoredBlock[],
  positions: Set<string>,
  say: Say,
): StoredBlock | undefined => {
  if (!isObject(value) || typeof value.stored_type !== "string" || typeof value.position !== "string") {
    return say("value", "invalid", "A placeholder is an object with stored_type and position.");
  }
  const { stored_type: type, position } = value;
  const place = /^(overview|detail)\.(0|[1-9]\d*)$/.exec(position);
  const block = place?.[1] === section ? stored[Number(place[2])] : undefined;
  if (!block)
    return say("value.position", "invalid", `There is no stored block at ${JSON.stringify(position)}.`);
  if (block.type !== type)
    return say("value.stored_type", "invalid", `The stored block is of type ${block.type}.`);
  if (positions.has(position))
    return say("value.position", "duplicate", "The stored block is already named.");
  positions.add(position);
  return block;
};

/** The id in an author's media block. Whatever may not be chosen is refused alike: `value.id/not_found`. */
const writeMedia = (kind: MediaKind, value: unknown, choosable: MediaIds): WrittenValue => {
  const id = isObject(value) ? value.id : undefined;
  return isChoosable(kind, id, choosable) ? { value: id } : { problems: [notFound(kind, id, "value.id")] };
};

type GalleryContext = Pick<WritingContext, "media" | "newId" | "parts" | "path" | "collector">;

/**
 * An author's gallery in stored form. A stored gallery of the same images keeps its layout and entry ids
 * (contract#blocks, contract#captions).
 */
const writeGallery = (
  value: unknown,
  { media, newId, parts, path, collector }: GalleryContext,
  takeStored: StoredGalleries,
): WrittenValue => {
  if (!Array.isArray(value) || value.length === 0)
    return { problems: [{ path: "value", code: "invalid", message: "A gallery is a list of images." }] };
  if (!takeParts(parts, value.length)) return { problems: [{ path: "value", ...tooManyParts }] };
  const problems = value.flatMap((entry: unknown, index) => entryProblems(entry, `value.${index}`, media));
  if (problems.length > 0) return { problems };
  for (const [index, entry] of value.entries())
    reportIgnored(collector, entry, `${path}.value.${index}`, ["id", "caption"]);
  const entries = value.map(({ id, caption = "" }) => ({ image: id, caption }));
  const stored = takeStored(entries.map(({ image }) => image));
  const gallery = entries.map((entry, index) => ({
    id: stored?.entryIds[index] ?? newId(),
    type: "item",
    value: entry,
  }));
  return { value: { layout: stored?.layout ?? "default", gallery } };
};

const entryProblems = (entry: unknown, path: string, choosable: MediaIds): Problem[] => {
  const { id, caption = "" } = isObject(entry) ? entry : {};
  if (!isChoosable("image", id, choosable)) return [notFound("image", id, `${path}.id`)];
  if (isCaption(caption)) return [];
  const message = "A caption is a text of at most 250 characters.";
  return [{ path: `${path}.caption`, code: "invalid", message }];
};

const isChoosable = (kind: MediaKind, id: unknown, choosable: MediaIds): boolean =>
  isMediaId(id) && choosable[kind].has(id);

const notFound = (kind: MediaKind, id: unknown, path: string): Problem => {
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  const message = Number.isInteger(id)
    ? `${name} ${id} was not found.`
    : `${name} was not found: its id is a positive integer.`;
  return { path, code: "not_found", message };
};
