import type { FieldDescription } from "../forms/field-description.ts";
import { language } from "../texts/index.ts";

/** Texts of the service, by its English; those of a site's own fields are missing. */
export type FieldTexts = Readonly<Record<string, string>>;

/** Loaded beside the descriptions of fields, which are in English; none if they cannot be loaded. */
export const readFieldTexts = async (): Promise<FieldTexts> => {
  if (language !== "de") return {};
  return import("../texts/fields-de.ts").then(
    ({ germanOfFields }) => germanOfFields,
    () => ({}),
  );
};

/** What is described, with these texts. */
export const schemaWith = <Schema extends Described>(texts: FieldTexts, schema: Schema): Schema => {
  const described = fieldWith(texts);
  const kinds = Object.entries(schema.kinds).map(([name, kind]) => {
    return [name, { ...kind, fields: kind.fields.map(described) }];
  });
  const blocks = schema.blocks.map(({ label, fields, ...block }) => {
    return { ...block, label: texts[label] ?? label, fields: fields.map(described) };
  });
  return { ...schema, kinds: Object.fromEntries(kinds), blocks };
};

interface Described {
  readonly kinds: Readonly<Record<string, { readonly fields: readonly FieldDescription[] }>>;
  readonly blocks: readonly { readonly label: string; readonly fields: readonly FieldDescription[] }[];
}

const fieldWith =
  (texts: FieldTexts) =>
  (field: FieldDescription): FieldDescription => ({
    ...itemWith(texts, field),
    name: field.name,
    label: texts[field.label] ?? field.label,
    ...(field.help !== undefined && { help: texts[field.help] ?? field.help }),
  });

const itemWith = <Item extends Partial<FieldDescription>>(texts: FieldTexts, item: Item): Item => ({
  ...item,
  ...(item.choices && {
    choices: item.choices.map(({ value, label }) => ({ value, label: texts[label] ?? label })),
  }),
  ...(item.items && { items: itemWith(texts, item.items) }),
  ...(item.fields && { fields: item.fields.map(fieldWith(texts)) }),
});
