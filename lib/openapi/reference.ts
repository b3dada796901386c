import type * as z from "zod/mini";

/** A JSON Schema, as OpenAPI 3.1 takes it (draft 2020-12). */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A reference to a component of the document. */
export const reference = (section: "schemas" | "responses", name: string) => ({
  $ref: `#/components/${section}/${name}`,
});

export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
