import { embeddable } from "#lib/blocks/ready/embed-frames.ts";
import { type ExternalEmbedValue, externalEmbedBlock } from "#lib/blocks/ready/external-embed-block.ts";
import type { Problem, ProblemCode } from "#lib/refusals/problem.ts";
import { takeParts, tooManyParts } from "#lib/richtext/problem.ts";
import { removalsBetween } from "#lib/richtext/removals.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import {
  type BlockSite,
  type CustomBlock,
  type ListBlock,
  type RichTextLeaf,
  ruleProblemsIn,
  type StreamBlock,
  type StructBlock,
} from "./custom-block.ts";
import { isObject } from "./is-object.ts";
import { isBlank, leafValue } from "./leaf-value.ts";
import { readPart } from "./read-section.ts";
import { reportIgnored, type WritingContext, type WrittenValue } from "./writing.ts";

type CustomContext = Pick<WritingContext, "features" | "newId" | "parts" | "path" | "collector" | "custom">;

interface Writing extends CustomContext {
  /** Problems of rich text and raw HTML. */
  readonly unsafe: Problem[];
  /** All other problems. */
  readonly unclean: Problem[];
}

/**
 * An author's value of a custom block in stored form. If rich text or raw HTML is refused, only such problems
 * are reported, all of them (contract#custom-blocks).
 */
export const writeCustom = (
  block: CustomBlock,
  value: unknown,
  { features, newId, parts, path, collector, custom }: CustomContext,
): WrittenValue => {
  const writing: Writing = { features, newId, parts, path, collector, unsafe: [], unclean: [] };
  const written = convert(block, value, "value", writing);
  const found = writing.unsafe.length > 0 ? writing.unsafe : writing.unclean;
  const problems = found.length > 0 ? found : ruleProblems(block, written, custom);
  if (problems.length > 0) return { problems };
  return { value: completed(block, written) };
};

/** The stored value with what authors neither say nor see: the frame of an embed, or an empty text. */
const completed = (block: CustomBlock, written: unknown): unknown => {
  if (block !== externalEmbedBlock.declaration) return written;
  const value = written as ExternalEmbedValue;
  return { ...value, frame: embeddable(value.url)?.frame ?? "" };
};

/** What the block's own rule finds in a value of its shape. */
const ruleProblems = (
  block: CustomBlock,
  written: unknown,
  site: BlockSite | undefined,
): readonly Problem[] =>
  ruleProblemsIn(block, readPart(block, written), site).map(({ path, code, message }) => ({
    path: path === "" ? "value" : `value.${path}`,
    ...{ code, message },
  }));

const convert = (block: CustomBlock, value: unknown, path: string, writing: Writing): unknown => {
  switch (block.type) {
    case "struct":
      return convertStruct(block, value, path, writing);
    case "list":
      return convertList(block, value, path, writing);
    case "stream":
      return convertStream(block, value, path, writing);
    case "richtext":
      return convertRichText(block, value, path, writing);
    case "rawhtml":
      return refuse(writing.unsafe, path, "invalid", "Raw HTML cannot be written here.");
    default: {
      const leaf = leafValue(block, value);
      return "value" in leaf ? leaf.value : refuse(writing.unclean, path, leaf.code, leaf.message);
    }
  }
};

const convertStruct = (struct: StructBlock, value: unknown, path: string, writing: Writing): unknown => {
  if (isLeftOut(struct, value)) return null;
  if (value === undefined) return refuseMissing(path, writing);
  if (!isObject(value)) return refuse(writing.unclean, path, "invalid", "An object is expected.");
  if (!takeParts(writing.parts, struct.fields.size)) return refuseMore(path, writing);
  reportIgnored(writing.collector, value, `${writing.path}.${path}`, [...struct.fields.keys()]);
  const members = [...struct.fields].map(([name, field]) => {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (field.type === "rawhtml" && isLeftOut(field, member)) return [name, ""];
    return [name, convert(field, member, `${path}.${name}`, writing)];
  });
  return Object.fromEntries(members);
};

const convertList = (list: ListBlock, value: unknown, path: string, writing: Writing): unknown => {
  if (isLeftOut(list, value)) return [];
  if (value === undefined) return refuseMissing(path, writing);
  if (!Array.isArray(value)) return refuse(writing.unclean, path, "invalid", "A list is expected.");
  if (!takeParts(writing.parts, value.length)) return refuseMore(path, writing);
  return value.map((item: unknown, index) => {
    // JSON turns holes in lists into null.
    const written = convert(list.item, item ?? null, `${path}.${index}`, writing);
    return { type: "item", id: writing.newId(), value: written };
  });
};

const convertStream = (stream: StreamBlock, value: unknown, path: string, writing: Writing): unknown => {
  if (isLeftOut(stream, value)) return [];
  if (value === undefined) return refuseMissing(path, writing);
  if (!Array.isArray(value)) return refuse(writing.unclean, path, "invalid", "A list of blocks is expected.");
  if (stream.required && value.length === 0)
    return refuse(writing.unclean, path, "invalid", "At least one block is expected.");
  if (!takeParts(writing.parts, value.length)) return refuseMore(path, writing);
  const unknown = value.findIndex((child: unknown) => !kindOf(stream, child));
  if (unknown >= 0)
    refuse(writing.unclean, path, "invalid", `Block ${unknown} is of no type that may stand here.`);
  return value.map((child: unknown, index) => {
    const kind = kindOf(stream, child);
    if (!kind || !isObject(child)) return undefined;
    const written = convert(kind, child.value, `${path}.${index}.value`, writing);
    return { type: child.type, id: isUuid(child.id) ? child.id : writing.newId(), value: written };
  });
};

const kindOf = ({ blocks }: StreamBlock, child: unknown): CustomBlock | undefined =>
  isObject(child) && typeof child.type === "string" ? blocks.get(child.type) : undefined;

const isUuid = (id: unknown): id is string =>
  typeof id === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

const convertRichText = (leaf: RichTextLeaf, value: unknown, path: string, writing: Writing): unknown => {
  if (isBlank(value)) return leaf.required ? refuseMissing(path, writing) : "";
  if (typeof value !== "string")
    return refuse(writing.unsafe, path, "invalid", "A string of HTML is expected.");
  const result = sanitizeRichText(value, leaf.features ?? writing.features, writing.parts);
  if ("problem" in result) return refuse(writing.unsafe, path, result.problem.code, result.problem.message);
  const { collector } = writing;
  collector?.removed?.(
    `${writing.path}.${path}`,
    removalsBetween([{ html: value, line: null }], result.html),
  );
  return result.html;
};

const isLeftOut = ({ required }: CustomBlock, value: unknown): boolean =>
  !required && (value === undefined || value === null);

const refuseMissing = (path: string, { unclean }: Writing): undefined =>
  refuse(unclean, path, "required", "A value is required.");

const refuseMore = (path: string, { unsafe }: Writing): undefined =>
  refuse(unsafe, path, tooManyParts.code, tooManyParts.message);

const refuse = (problems: Problem[], path: string, code: ProblemCode, message: string): undefined => {
  problems.push({ path, code, message });
};
