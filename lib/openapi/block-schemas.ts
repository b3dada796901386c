import type {
  CustomBlock,
  CustomBlocks,
  ListBlock,
  NumberLeaf,
  StreamBlock,
  StructBlock,
  TextLeaf,
} from "#lib/blocks/custom-block.ts";
import { type SectionName, sectionNames } from "#lib/blocks/sections.ts";
import { mediaKinds } from "#lib/media/media.ts";
import { helpFor } from "./ready-block-help.ts";
import { capitalized, type JsonSchema, reference } from "./reference.ts";

/** The schemas of blocks as authors send and see them, and of what a section may have (contract#blocks). */
export const blockSchemas = (custom?: CustomBlocks): Record<string, JsonSchema> => ({
  ...builtInBlocks,
  ...Object.assign({}, ...sectionNames.map((section) => sectionSchemas(section, custom?.[section]))),
});

/** Routes refer to the schema of a section's blocks by this name. */
const blockOfSection = (section: SectionName): string => `${capitalized(section)}Block`;

/** The document with the custom blocks of a site among its schemas. */
export const withCustomBlocks = <Document extends { readonly components: { readonly schemas: object } }>(
  document: Document,
  custom: CustomBlocks | undefined,
) => ({
  ...document,
  components: {
    ...document.components,
    schemas: { ...document.components.schemas, ...(custom && blockSchemas(custom)) },
  },
});

const object = (properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const id: JsonSchema = { type: "integer", minimum: 1 };

const text: JsonSchema = { type: "string" };

const blockSchema = (type: string, value: JsonSchema, description: string | undefined): JsonSchema => ({
  ...object({ type: { const: type }, value }),
  ...(description !== undefined && { description }),
});

const galleryEntry = object({ id, caption: { ...text, maxLength: 250 } }, ["caption"]);

/** The blocks of all sites, by their types. */
export const builtIn: Readonly<Record<string, JsonSchema>> = {
  paragraph: blockSchema("paragraph", text, "HTML, of which the site's rich-text features are kept."),
  code: blockSchema("code", object({ language: text, source: text }), "Source code in a language."),
  ...Object.fromEntries(
    mediaKinds.map((kind) => [
      kind,
      blockSchema(kind, object({ id }), `One of the ${kind}s that the caller may choose.`),
    ]),
  ),
  gallery: blockSchema(
    "gallery",
    { type: "array", minItems: 1, items: galleryEntry },
    "Images with captions.",
  ),
  unsupported: blockSchema(
    "unsupported",
    object({ stored_type: text, position: text }),
    "Stands for a stored block that cannot be edited. Sent back, it keeps that block; left out, it removes it.",
  ),
};

const builtInName = (type: string): string => `${capitalized(type)}Block`;

const builtInBlocks: Record<string, JsonSchema> = Object.fromEntries(
  Object.entries(builtIn).map(([type, schema]) => [builtInName(type), schema]),
);

/** The blocks of a section: a union that `type` discriminates, and the site's own blocks. */
const sectionSchemas = (
  section: SectionName,
  custom: ReadonlyMap<string, CustomBlock> = new Map(),
): Record<string, JsonSchema> => {
  const own = [...custom].flatMap(([type, block]) => {
    const value = valueSchema(block);
    return value
      ? [
          {
            type,
            name: `${blockOfSection(section)}.${type}`,
            schema: blockSchema(type, value, helpFor(block)),
          },
        ]
      : [];
  });
  const members = [
    ...Object.keys(builtIn).map((type) => ({ type, name: builtInName(type) })),
    ...own.map(({ type, name }) => ({ type, name })),
  ].map(({ type, name }) => [type, reference("schemas", name)] as const);
  const union = {
    oneOf: members.map(([, schema]) => schema),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(members.map(([type, { $ref }]) => [type, $ref])),
    },
  };
  return {
    ...Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    [blockOfSection(section)]: union,
  };
};

/** The author's value of a custom block; undefined for raw HTML, which the API neither takes nor shows. */
export const valueSchema = (block: CustomBlock): JsonSchema | undefined => {
  const schema = requiredValueSchema(block);
  return schema && (block.required ? schema : orNull(schema));
};

const requiredValueSchema = (block: CustomBlock): JsonSchema | undefined => {
  switch (block.type) {
    case "struct":
      return structSchema(block);
    case "list":
      return listSchema(block);
    case "stream":
      return streamSchema(block);
    case "richtext":
      return {
        ...text,
        description: `HTML, of which ${block.features ? `${block.features.join(", ") || "no element"} is` : "the site's rich-text features are"} kept.`,
      };
    case "rawhtml":
      return undefined;
    case "char":
    case "text":
      return textSchema(block);
    case "url":
      return { ...textSchema(block), ...(block.required && { format: "uri" }) };
    case "email":
      return { ...textSchema(block), ...(block.required && { format: "email" }) };
    case "choice":
      return { enum: [...(block.required ? [] : [""]), ...block.choices] };
    case "integer":
      return { type: "integer", ...boundsOf(block) };
    case "decimal":
      return { type: ["string", "number"], description: "A decimal number; shown as text." };
    case "boolean":
      return { type: "boolean" };
    case "date":
      return { ...text, format: "date" };
    case "datetime":
      return { ...text, format: "date-time" };
    default:
      return { ...id, description: `The id of ${/^[ai]/.test(block.type) ? "an" : "a"} ${block.type}.` };
  }
};

const orNull = (schema: JsonSchema): JsonSchema =>
  schema.enum
    ? { ...schema, enum: [...schema.enum, null] }
    : { ...schema, type: [schema.type ?? [], "null" as const].flat() };

const structSchema = ({ fields }: StructBlock) => {
  const members = [...fields].flatMap(([name, field]) => {
    const schema = valueSchema(field);
    return schema ? [{ name, schema, required: field.required }] : [];
  });
  const optional = members.filter(({ required }) => !required).map(({ name }) => name);
  return object(Object.fromEntries(members.map(({ name, schema }) => [name, schema])), optional);
};

const listSchema = ({ item }: ListBlock): JsonSchema => ({ type: "array", items: valueSchema(item) ?? {} });

const streamSchema = ({ blocks, required }: StreamBlock): JsonSchema => ({
  type: "array",
  ...(required && { minItems: 1 }),
  items: {
    oneOf: [...blocks].flatMap(([type, block]) => {
      const value = valueSchema(block);
      return value ? [object({ type: { const: type }, id: { ...text, format: "uuid" }, value }, ["id"])] : [];
    }),
  },
});

const textSchema = ({ minLength, maxLength, required }: TextLeaf): JsonSchema => ({
  ...text,
  ...(required && { minLength: Math.max(minLength, 1) }),
  ...(Number.isFinite(maxLength) && { maxLength }),
});

const boundsOf = ({ minValue, maxValue }: NumberLeaf) => ({
  ...(Number.isFinite(minValue) && { minimum: minValue }),
  ...(Number.isFinite(maxValue) && { maximum: maxValue }),
});
