import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { openApiDocument } from "./document.ts";
import { errorsPage } from "./errors-page.ts";
import { readableJson } from "./readable-json.ts";

/** The files that are generated from the route table: their text by their path from the project's root. */
export const generatedFiles = (): Readonly<Record<string, string>> => ({
  "docs/openapi.json": `${readableJson(openApiDocument(routes))}\n`,
  "docs/errors.md": errorsPage([...routes, fallback]),
});
