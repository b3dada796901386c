import type { Json } from "#lib/json.ts";
import type { FieldDescription, ItemDescription } from "../../forms/field-description.ts";

/** The value of a new block: an object of its fields, or that of the only field `value`. */
export const emptyValue = (fields: readonly FieldDescription[]): Json =>
  isOneValue(fields) ? emptyOf(fields[0]!) : emptyObject(fields);

/** True for a block whose value is that of its only field, and no object. */
export const isOneValue = (fields: readonly FieldDescription[]): boolean =>
  fields.length === 1 && fields[0]!.name === "value";

const emptyObject = (fields: readonly FieldDescription[]): Json =>
  Object.fromEntries(fields.map((field) => [field.name, emptyOf(field)]));

/** The value of a field in which nobody has written. */
export const emptyOf = (field: FieldDescription | ItemDescription): Json => {
  if (field.default !== undefined) return field.default as Json;
  switch (field.type) {
    case "list":
    case "blocks":
    case "tags":
      return [];
    case "object":
      return field.nullable ? null : emptyObject(field.fields ?? []);
    case "boolean":
      return false;
    case "choice":
      return field.choices?.[0]?.value ?? "";
    case "number":
    case "integer":
    case "instant":
    case "date":
    case "reference":
      return null;
    default:
      return "";
  }
};
