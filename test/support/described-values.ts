import type { DescribedField, DescribedItem } from "#lib/routes/editor-schema.ts";

/** Values that a description says are taken, and values that it says are refused. */

/**
 * What descriptions do not say: values that objects of a test's world have, by the kind of reference, and of
 * fields with a grammar of their own, by their name after a point.
 */
export type NamedValues = Readonly<Record<string, unknown>>;

type Field = DescribedItem & { readonly name?: string };

type Value = { readonly says: string; readonly value: unknown };

const ofCharacters = (letter: string, count: number): string => letter.repeat(count);

const usual: Partial<Record<DescribedItem["type"], unknown>> = {
  rich_text: "<p>Low water.</p>",
  markdown: "Low *water*.",
  integer: 7,
  boolean: true,
  instant: "2026-03-04T05:06:07Z",
  date: "2026-03-04",
  url: "https://web.example/",
  email: "iris@example.org",
  blocks: [],
};

const sampleOf = ({ name }: Field, named: NamedValues): unknown => named[`.${name}`];

const texts = [
  "heron",
  "917393e3-1b1e-5cef-ace4-edaa54e1f810",
  "/2019/heron.html",
  "https://web.example/",
  "Root/Shows",
  "1:02",
];
const odd = ["no slug!", "\u200b", "nothing of a path", "#"];

const matches = (text: string, { pattern }: DescribedItem): boolean =>
  pattern === undefined || new RegExp(pattern, "v").test(text);

/** One value that fits. */
export const fitting = (field: Field, named: NamedValues): unknown => {
  const sample = sampleOf(field, named);
  if (sample !== undefined) return sample;
  const { type, reference, choices, items, fields } = field;
  if (fields && type === "blocks")
    return fields.slice(0, 1).map((child) => ({ type: child.name, value: fitting(child, named) }));
  if (fields)
    return Object.fromEntries(
      fields.flatMap((each) => (each.required ? [[each.name, fitting(each, named)]] : [])),
    );
  if (type === "reference") return named[reference ?? ""];
  if (choices && type !== "blocks") return choices[0]?.value;
  if (type === "list" || type === "tags") return items ? [fitting(items, named)] : [];
  if (type === "number") return String(field.maximum ?? 1.5);
  return usual[type] ?? texts.find((text) => matches(text, field));
};

/** True if a value of the field can be made of its description alone, and of what the world has. */
const canBeMade = ({ type, reference = "", items, fields }: DescribedItem, named: NamedValues): boolean => {
  if (items) return canBeMade(items, named);
  if (fields) return fields.every((field) => !field.required || canBeMade(field, named));
  return type !== "reference" || reference in named;
};

/** Values that are taken. */
export const within = (field: Field, named: NamedValues): Value[] => {
  if (!canBeMade(field, named)) return [];
  const { type, choices, max_length: most, nullable, items, fields } = field;
  const isText = type === "text" || type === "slug";
  const nothing = nullable ? [{ says: "is null", value: null }] : [];
  if (sampleOf(field, named) !== undefined)
    return [{ says: "fits", value: fitting(field, named) }, ...nothing];
  return [
    { says: "fits", value: fitting(field, named) },
    ...(choices && type === "choice" ? choices.map(({ value }) => ({ says: "is a choice", value })) : []),
    ...(isText && most !== undefined && matches(ofCharacters("a", most), field)
      ? [{ says: "is as long as may be", value: ofCharacters("a", most) }]
      : []),
    ...(type === "text" && most !== undefined && matches(ofCharacters("𐐨", most), field)
      ? [{ says: "is as long, of characters of four bytes", value: ofCharacters("𐐨", most) }]
      : []),
    ...(field.minimum === undefined ? [] : [{ says: "is the least", value: field.minimum }]),
    ...nothing,
    ...(items
      ? within(items, named).map(({ says, value }) => ({ says: `holds what ${says}`, value: [value] }))
      : []),
    ...membersOf(fields, type, named, within),
  ];
};

/** Values that are refused. */
export const beyond = (field: Field, named: NamedValues): Value[] => {
  if (!canBeMade(field, named)) return [];
  const { type, choices, min_length: least, max_length: most, nullable, items, fields } = field;
  const isText = type === "text" || type === "slug";
  const tooMany =
    items && most !== undefined && Array.from({ length: most + 1 }, () => fitting(items, named));
  return [
    ...(isText && most !== undefined ? [{ says: "is too long", value: ofCharacters("a", most + 1) }] : []),
    ...(choices && type === "choice" ? [{ says: "is no choice", value: "no-such-choice" }] : []),
    ...(field.minimum === undefined ? [] : [{ says: "is too small", value: field.minimum - 0.1 }]),
    ...(field.maximum === undefined ? [] : [{ says: "is too large", value: field.maximum + 0.1 }]),
    ...odd.flatMap((value) => (isText && !matches(value, field) ? [{ says: "is no match", value }] : [])),
    ...(nullable ? [] : [{ says: "is null", value: null }]),
    ...(tooMany ? [{ says: "has too many", value: tooMany }] : []),
    ...(least === undefined ? [] : [{ says: "is empty", value: items || type === "blocks" ? [] : {} }]),
    ...otherTypes(field),
    ...(items
      ? beyond(items, named).map(({ says, value }) => ({ says: `holds what ${says}`, value: [value] }))
      : []),
    ...membersOf(fields, type, named, beyond),
    ...(fields ?? []).flatMap(({ name, required }) => {
      const { [name]: _, ...others } = fitting(field, named) as Record<string, unknown>;
      return required && type !== "blocks" ? [{ says: `has no ${name}`, value: others }] : [];
    }),
  ];
};

/** Values of another type. */
const otherTypes = ({ type, fields }: DescribedItem): Value[] => {
  const other: Partial<Record<DescribedItem["type"], unknown>> = {
    ...{ integer: "seven", number: "seven", boolean: "maybe", instant: "yesterday", date: "yesterday" },
    ...{
      list: "one",
      tags: "one",
      blocks: "one",
      object: "one",
      text: ["one"],
      slug: ["one"],
      email: "iris",
    },
    ...(fields && { reference: "one" }),
  };
  return type in other ? [{ says: "is of another type", value: other[type] }] : [];
};

/** The whole with each value of a member: of an object one with it, of a stream one block of its type. */
const membersOf = (
  fields: readonly DescribedField[] | undefined,
  type: DescribedItem["type"],
  named: NamedValues,
  values: (field: DescribedItem, named: NamedValues) => Value[],
): Value[] =>
  (fields ?? []).flatMap((member) =>
    values(member, named).map(({ says, value }) => ({
      says: `has ${member.name} that ${says}`,
      value:
        type === "blocks"
          ? [{ type: member.name, value }]
          : { ...(fitting({ type, fields: fields ?? [] }, named) as object), [member.name]: value },
    })),
  );
