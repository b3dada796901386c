import { writeFile } from "node:fs/promises";
import { describedKindsText } from "./kinds-text.ts";

await writeFile(new URL("../../../../docs/editor-schema.json", import.meta.url), describedKindsText());
