import type { CustomBlock, CustomBlocks } from "#lib/blocks/custom-block.ts";
import { sectionNames } from "#lib/blocks/sections.ts";
import { builtIn, valueSchema } from "#lib/openapi/block-schemas.ts";
import type { JsonSchema } from "#lib/openapi/reference.ts";
import type { DescribedField } from "#lib/routes/editor-schema.ts";
import {
  describeField,
  describeObject,
  type FormMembers,
  type Hint,
  labelOf,
  type Member,
} from "./described-field.ts";

/** The blocks of posts as forms are told of them. */

export interface DescribedBlock {
  readonly type: string;
  readonly label: string;
  readonly fields: readonly DescribedField[];
}

const referenceTo = (reference: string): Member => ({
  type: "reference",
  reference,
  label: labelOf(reference),
});

const oneMedium = (kind: string): Hint => ({ type: "object", members: { id: referenceTo(kind) } });

/** The values of blocks that all sites have. Placeholders are for what a form cannot make. */
const builtInHints: Readonly<Record<string, Hint>> = {
  paragraph: { type: "rich_text" },
  code: {
    type: "object",
    members: { language: { type: "text", label: "Language" }, source: { type: "text", label: "Source" } },
  },
  image: oneMedium("image"),
  audio: oneMedium("audio"),
  video: oneMedium("video"),
  gallery: {
    type: "list",
    items: {
      type: "object",
      members: { id: referenceTo("image"), caption: { type: "text", label: "Caption" } },
    },
  },
};

/** What a custom block, or a part of one, is. Rich text with features of its own names these. */
const hintOf = (block: CustomBlock): Hint => {
  switch (block.type) {
    case "char":
    case "text":
      return { type: "text" };
    case "url":
    case "email":
    case "integer":
    case "boolean":
    case "date":
    case "choice":
      return { type: block.type };
    case "richtext":
    case "rawhtml":
      return { type: "rich_text" };
    case "decimal":
      return { type: "number" };
    case "datetime":
      return { type: "instant" };
    case "struct":
      return { type: "object", members: membersOf(block.fields) };
    case "list":
      return { type: "list", items: hintOf(block.item) };
    case "stream":
      return { type: "blocks", members: membersOf(block.blocks) };
    default:
      return { type: "reference", reference: block.type };
  }
};

const membersOf = (parts: ReadonlyMap<string, CustomBlock>): FormMembers =>
  Object.fromEntries([...parts].map(([name, part]) => [name, { ...hintOf(part), label: labelOf(name) }]));

/**
 * The members of a block whose value is an object; any other has one field, `value`. An object with the only
 * member `value` counts as another, so that nobody takes one for the other.
 */
const describeBlock = (type: string, value: JsonSchema, hint: Hint): DescribedBlock => {
  const { members = {} } = hint;
  const isObject = hint.type === "object" && Object.keys(members).join() !== "value";
  const label = labelOf(type);
  const fields = isObject
    ? describeObject(value, members)
    : [describeField("value", value, { ...hint, label }, true)];
  return { type, label, fields };
};

/** The blocks that all sites have, then those of this one, each once. */
export const describedBlocks = (custom: CustomBlocks | undefined): DescribedBlock[] => {
  const own = new Map(sectionNames.flatMap((name) => [...(custom?.[name] ?? [])]));
  return [
    ...Object.entries(builtInHints).map(([type, hint]) =>
      describeBlock(type, builtIn[type]?.properties?.value as JsonSchema, hint),
    ),
    ...[...own].flatMap(([type, block]) => {
      const value = valueSchema(block);
      return value ? [describeBlock(type, value, hintOf(block))] : [];
    }),
  ];
};

/** The types of blocks that a section takes. */
export const blockTypesOf = (
  section: (typeof sectionNames)[number],
  custom: CustomBlocks | undefined,
): string[] => [
  ...Object.keys(builtInHints),
  ...[...(custom?.[section] ?? [])].flatMap(([type, block]) => (block.type === "rawhtml" ? [] : [type])),
];
