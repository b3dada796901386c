import type { FieldDescription } from "../forms/field-description.ts";
import { fieldsOfKind } from "../shell/schema.ts";
import type { PostType } from "./page-service.ts";

/** The fields of posts or episodes. */
export const fieldsOfType = (type: PostType): readonly FieldDescription[] =>
  fieldsOfKind(type === "site.Episode" ? "episode" : "post");

/** A field's name for people. */
export const fieldLabel = (type: PostType, name: string): string =>
  fieldsOfType(type).find((field) => field.name === name)?.label ?? name;
