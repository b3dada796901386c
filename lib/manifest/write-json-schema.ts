import { writeFile } from "node:fs/promises";
import { manifestJsonSchemaText } from "./json-schema.ts";

await writeFile(new URL("../../docs/manifest.schema.json", import.meta.url), manifestJsonSchemaText());
