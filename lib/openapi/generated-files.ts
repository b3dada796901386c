import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { openApiDocument } from "./document.ts";
import { errorsPage } from "./errors-page.ts";
import { readableJson } from "./readable-json.ts";

/** The text of each file that is generated from the route table, by its path in the project. */
export const generatedFiles = (): Readonly<Record<string, string>> => ({
  "docs/openapi.json": `${readableJson(openApiDocument(routes))}\n`,
  "docs/errors.md": errorsPage([...routes, fallback]),
});
