import type { FieldDescription } from "../forms/field-description.ts";
import { schema } from "../shell/schema.ts";
import type { PostType } from "./page-service.ts";

/** The fields of posts or episodes, as the service describes them; none before it is known. */
export const fieldsOfType = (type: PostType): readonly FieldDescription[] => {
  const kinds = schema.value?.kinds as
    | Readonly<Record<string, { readonly fields: readonly FieldDescription[] }>>
    | undefined;
  return kinds?.[type === "site.Episode" ? "episode" : "post"]?.fields ?? [];
};

/** A field's name for people. */
export const fieldLabel = (type: PostType, name: string): string =>
  fieldsOfType(type).find((field) => field.name === name)?.label ?? name;
