import { readableJson } from "#lib/openapi/generated-files.ts";
import { describedKinds } from "./described-kinds.ts";

/** The text of `docs/editor-schema.json`: the kinds, which are the same in all services of a version. */
export const describedKindsText = (): string => `${readableJson(describedKinds())}\n`;
