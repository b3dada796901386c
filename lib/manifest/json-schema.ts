import * as z from "zod";
import { manifestSchema } from "./schema.ts";

/** The format as a JSON Schema (draft 7, which editors understand best). */
export const manifestJsonSchema = (): object => ({
  title: "Lectern site manifest",
  ...z.toJSONSchema(manifestSchema, { io: "input", target: "draft-7" }),
});

/** What `docs/manifest.schema.json` holds. */
export const manifestJsonSchemaText = (): string => `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`;
