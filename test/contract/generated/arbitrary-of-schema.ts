import fc from "fast-check";
import { anyText } from "#test/support/any-text.ts";

/** What this reads of a JSON Schema: the words that the OpenAPI document uses. */
export interface ReadSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ReadSchema[];
  readonly oneOf?: readonly ReadSchema[];
  readonly allOf?: readonly ReadSchema[];
  readonly properties?: Readonly<Record<string, ReadSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ReadSchema;
  readonly items?: ReadSchema;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Texts that parsers and renderers have to take as they are, among them some that mean something. */
export const textValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("heron", "a heron", "notes", "", "true", "1", "Root/Shows", "-title", "*"),
  fc.constantFrom("\0", "\ud800", "..", "<script>x</script>", "javascript:x", "%", "é́", "‮", "__proto__"),
  fc.constantFrom("https://notes.example/", "2027-02-30T25:00:00Z", "2027-03-01T00:00:00Z", "{", "[[a]]"),
  anyText({ maxLength: 12 }),
);

const timeValue = fc.constantFrom(
  ...[
    "2026-03-01T00:00:00Z",
    "2099-03-01T00:00:00+14:00",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:60Z",
    "now",
  ],
);

const wholeNumber = ({ minimum = -1, maximum = 12 }: ReadSchema) =>
  fc.oneof(
    fc.integer({ min: minimum, max: Math.max(minimum, maximum) }),
    fc.constantFrom(0, -1, 2 ** 53, 1.5, -0),
  );

/** Values of the schema, and now and then one that is none, at any depth. */
export const arbitraryOf = (
  schema: ReadSchema,
  resolve: (reference: string) => ReadSchema,
  depth = 0,
): fc.Arbitrary<unknown> => {
  if (depth > 6) return fc.constant(null);
  const inside = (part: ReadSchema) => arbitraryOf(part, resolve, depth + 1);
  return fc.oneof(
    { weight: 20, arbitrary: ownValue(schema, inside, resolve) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
};

type Inside = (part: ReadSchema) => fc.Arbitrary<unknown>;

const ownValue = (
  schema: ReadSchema,
  inside: Inside,
  resolve: (reference: string) => ReadSchema,
): fc.Arbitrary<unknown> => {
  if (schema.$ref) return inside(resolve(schema.$ref));
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(inside));
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map(inside))
      .map((parts) => Object.assign({}, ...parts.filter((part) => typeof part === "object")));
  const types = [schema.type ?? "any"].flat();
  return fc.oneof(...types.map((type) => valueOfType(type, schema, inside)));
};

const valueOfType = (type: string, schema: ReadSchema, inside: Inside): fc.Arbitrary<unknown> => {
  switch (type) {
    case "string":
      return schema.format === "date-time" ? timeValue : textValue;
    case "integer":
    case "number":
      return wholeNumber(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(schema.items ? inside(schema.items) : fc.jsonValue(), { maxLength: 3 });
    case "object":
      return objectOf(schema, inside);
    default:
      return fc.jsonValue();
  }
};

const objectOf = ({ properties, required = [], additionalProperties }: ReadSchema, inside: Inside) => {
  if (!properties) {
    const member = typeof additionalProperties === "object" ? inside(additionalProperties) : fc.jsonValue();
    return fc.dictionary(textValue, member, { maxKeys: 3 });
  }
  const members = Object.entries(properties).map(([name, part]) => [name, inside(part)]);
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [...required],
  });
};
