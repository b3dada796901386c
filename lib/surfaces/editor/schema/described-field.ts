import type { JsonSchema } from "#lib/openapi/reference.ts";
import type { DescribedField, DescribedItem, FieldType } from "#lib/routes/editor-schema.ts";

/** What a schema does not say of a field: what it is for people, and what it names. */
export interface Hint {
  readonly type: FieldType;
  /** The kind of object that it names. */
  readonly reference?: string | undefined;
  readonly requiredToPublish?: true | undefined;
  /** The meanings of choices. */
  readonly choices?: readonly (readonly [value: string | number, meaning: string])[] | undefined;
  /** The value of a new object that does not say it. */
  readonly empty?: unknown;
  readonly items?: Hint | undefined;
  /** The members of an object, by name; of a stream of blocks, what each type of block holds. */
  readonly members?: FormMembers | undefined;
}

export type FormMembers = Readonly<Record<string, Member>>;

export interface Member extends Hint {
  readonly label: string;
  readonly help?: string | undefined;
}

/** A schema without its null, and whether it had one. */
const withoutNull = (schema: JsonSchema): { readonly schema: JsonSchema; readonly nullable: boolean } => {
  const { anyOf, type } = schema;
  const others = anyOf?.filter((each) => (each as JsonSchema).type !== "null") as JsonSchema[] | undefined;
  if (anyOf && others && others.length < anyOf.length) return { schema: others[0] ?? {}, nullable: true };
  if (schema.enum?.includes(null))
    return { schema: { ...schema, enum: schema.enum.filter((value) => value !== null) }, nullable: true };
  if (Array.isArray(type) && type.includes("null"))
    return { schema: { ...schema, type: type.find((each) => each !== "null") as "string" }, nullable: true };
  return { schema, nullable: false };
};

/** The members of an object, or of all objects of a union; required are those that all of them require. */
const objectIn = (schema: JsonSchema) => {
  const shapes = (schema.oneOf as JsonSchema[] | undefined) ?? [schema];
  const properties = new Map<string, JsonSchema>();
  for (const shape of shapes)
    for (const [name, property] of Object.entries(shape.properties ?? {}))
      properties.set(name, merged(properties.get(name), property as JsonSchema));
  const required = [...properties.keys()].filter((name) =>
    shapes.every((shape) => shape.required?.includes(name)),
  );
  return { properties, required };
};

const merged = (one: JsonSchema | undefined, other: JsonSchema): JsonSchema => {
  const values = [one?.enum ?? one?.const ?? [], other.enum ?? other.const ?? []].flat();
  return values.length > 0 ? { ...other, enum: values as string[] } : other;
};

/** Such as `Fact list` for `fact_list`. The name of a file stays. */
export const labelOf = (name: string): string => {
  if (name.includes(".")) return name;
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words === "" ? "None" : words.charAt(0).toUpperCase() + words.slice(1);
};

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const choicesOf = ({ enum: values, const: only }: JsonSchema, { type, choices = [] }: Hint) => {
  const all = values ?? (only === undefined ? undefined : [only]);
  if (type !== "choice" || !all) return undefined;
  return (all as (string | number)[]).map((value) => {
    const meaning = choices.find(([choice]) => choice === value)?.[1];
    return { value, label: meaning ? capitalized(meaning) : labelOf(String(value)) };
  });
};

/** Values that say no more than that there is none. */
const saysNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

const uuidPattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$";

const patternOf = ({ format, pattern = format === "uuid" ? uuidPattern : undefined }: JsonSchema) =>
  pattern === undefined ? {} : { pattern };

const boundsOf = ({ minimum, maximum }: JsonSchema) => ({
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
});

/** What a schema and its hint say, in the words of the API; without what says nothing. */
const describe = (whole: JsonSchema, hint: Hint): DescribedItem => {
  const { schema, nullable } = withoutNull(whole);
  const initial = schema.default ?? hint.empty;
  const choices = choicesOf(schema, hint);
  const isList = hint.type === "list" || hint.type === "tags";
  const length = isList ? schema.maxItems : schema.maxLength;
  const least = isList || hint.type === "blocks" ? schema.minItems : schema.minProperties;
  const items = hint.items && describe((schema.items ?? {}) as JsonSchema, hint.items);
  const fields = hint.type === "blocks" ? childrenOf(schema, hint) : fieldsOf(schema, hint);
  return {
    type: hint.type,
    ...(hint.requiredToPublish && { required_to_publish: true }),
    ...(nullable && { nullable: true }),
    ...(least && { min_length: least }),
    ...(length !== undefined && { max_length: length }),
    ...(hint.type === "number" && boundsOf(schema)),
    ...(choices && { choices }),
    ...(!saysNothing(initial) && { default: initial }),
    ...patternOf(schema),
    ...(hint.reference && { reference: hint.reference }),
    ...(items && { items }),
    ...(fields && { fields }),
  };
};

/** A field with its name and its texts. */
export const describeField = (
  name: string,
  schema: JsonSchema,
  { label, help, ...hint }: Member,
  required: boolean,
): DescribedField => {
  const { type, ...description } = describe(schema, hint);
  return { name, type, label, ...(help && { help }), ...(required && { required: true }), ...description };
};

const fieldsOf = (schema: JsonSchema, { members }: Hint): DescribedField[] | undefined => {
  if (!members) return undefined;
  const { properties, required } = objectIn(schema);
  return [...properties].map(([name, property]) =>
    describeField(name, property, memberNamed(members, name), required.includes(name)),
  );
};

/** What the blocks of a stream hold, by their types. */
const childrenOf = (schema: JsonSchema, { members = {} }: Hint): DescribedField[] | undefined => {
  const kinds = (schema.items as JsonSchema | undefined)?.oneOf as JsonSchema[] | undefined;
  return kinds?.map(({ properties = {} }) => {
    const type = String((properties.type as JsonSchema).const);
    return describeField(type, properties.value as JsonSchema, memberNamed(members, type), true);
  });
};

/** A member that nobody has described is a fault of the declarations. */
const memberNamed = (members: FormMembers, name: string): Member => {
  const member = members[name];
  if (!member) throw new Error(`Nothing says what ${name} is.`);
  return member;
};

/** The fields of an object of this schema. */
export const describeObject = (schema: JsonSchema, members: FormMembers): DescribedField[] =>
  fieldsOf(schema, { type: "object", members }) ?? [];
