import type { FieldDescription } from "../forms/field-description.ts";
import { fieldsOfKind, schema, site } from "../shell/schema.ts";
import type { PostType } from "./page-service.ts";

const kinds = { "site.Post": "post", "site.Episode": "episode", "site.Page": "page" } as const;

/** The fields of posts, episodes or pages that are neither. */
export const fieldsOfType = (type: PostType): readonly FieldDescription[] => fieldsOfKind(kinds[type]);

/** A field's name for people. */
export const fieldLabel = (type: PostType, name: string): string =>
  [...fieldsOfType(type), ...fieldsOfType("site.Page")].find((field) => field.name === name)?.label ?? name;

/** A block's name for people. */
export const blockLabel = (type: string): string => {
  const blocks = (schema.value?.blocks ?? []) as readonly { readonly type: string; readonly label: string }[];
  return blocks.find((block) => block.type === type)?.label ?? type;
};

/** Categories by their names; those that are not known keep their ids. */
export const categoryNames = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((id) => site.value?.categories.find((category) => category.id === id)?.name ?? id)
    : value;
