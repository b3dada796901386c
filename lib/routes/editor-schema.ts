import * as z from "zod/mini";
import { revalidated, route } from "./route.ts";
import { oneOf } from "./shapes.ts";

/** What a field of a form may be (contract#described-fields). */
const typeMeanings = {
  text: "plain text",
  markdown: "Markdown",
  rich_text: "HTML, of which some features are kept",
  number: "a number, also as text",
  integer: "a whole number",
  boolean: "true or false",
  instant: "a date and a time",
  date: "a date",
  choice: "one of the choices",
  list: "a list of what the items are",
  object: "an object of the fields",
  reference: "what names another object",
  blocks: "a list of blocks",
  tags: "a list of texts",
  slug: "a part of an address",
  url: "an address of the web",
  email: "an e-mail address",
} as const;

export type FieldType = keyof typeof typeMeanings;

interface Description {
  readonly type: FieldType;
  readonly required_to_publish?: true | undefined;
  readonly nullable?: true | undefined;
  readonly min_length?: number | undefined;
  readonly max_length?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly choices?: readonly { readonly value: string | number; readonly label: string }[] | undefined;
  readonly default?: unknown;
  readonly pattern?: string | undefined;
  readonly reference?: string | undefined;
  readonly items?: DescribedItem | undefined;
  readonly fields?: readonly DescribedField[] | undefined;
}

/** What a list holds. */
export interface DescribedItem extends Description {}

/** A field as forms are told of it; what says nothing is left out. */
export interface DescribedField extends Description {
  readonly name: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly required?: true | undefined;
}

type ShapeOf<Value> = z.ZodMiniType<Value, Value>;

const members = () => ({
  required_to_publish: z.optional(z.literal(true)),
  nullable: z.optional(z.literal(true)),
  min_length: z.optional(z.int().check(z.positive())),
  max_length: z.optional(z.int().check(z.positive())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  choices: z.optional(z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() }))),
  default: z.optional(z.unknown()),
  pattern: z.optional(z.string()),
  reference: z.optional(z.string()),
  items: z.optional(z.lazy((): ShapeOf<DescribedItem> => describedItem)),
  fields: z.optional(z.array(z.lazy((): ShapeOf<DescribedField> => describedField))),
});

const type = oneOf(Object.keys(typeMeanings) as FieldType[], typeMeanings);

export const describedItem = /* @__PURE__ */ z.object({ type, ...members() }) as ShapeOf<DescribedItem>;

export const describedField = /* @__PURE__ */ z.object({
  name: z.string(),
  type,
  label: z.string(),
  help: z.optional(z.string()),
  required: z.optional(z.literal(true)),
  ...members(),
}) as ShapeOf<DescribedField>;

const describedKind = z.object({
  fields: z.array(describedField),
  /** Of the fields in each list, a new object needs one; of sections, and of files, one only. */
  one_of: z.array(z.array(z.string())),
});

/** What the fields of each kind, and the blocks of posts, take (contract#described-fields). */
const editorSchema = z.object({
  kinds: z.record(z.string(), describedKind),
  blocks: z.array(z.object({ type: z.string(), label: z.string(), fields: z.array(describedField) })),
  rich_text_features: z.array(z.string()),
});

export const readEditorSchema = /* @__PURE__ */ route(() => ({
  id: "editor/schema/read",
  method: "GET",
  path: "/api/editor/schema/",
  summary: "read what the fields of each kind, and the blocks of posts, take",
  auth: "editor",
  envelope: "editor",
  answer: editorSchema,
  ...revalidated,
  uses: ["table:read"],
}));
