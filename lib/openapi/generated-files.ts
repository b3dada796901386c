import { fieldsOf } from "#lib/queries/page-fields.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { openApiDocument } from "./document.ts";
import { errorsPage } from "./errors-page.ts";
import { readableJson } from "./readable-json.ts";

/** The text of each file that is generated from the declarations, by its path in the project. */
export const generatedFiles = (): Readonly<Record<string, string>> => ({
  "docs/openapi.json": `${readableJson(openApiDocument(routes))}\n`,
  "docs/errors.md": errorsPage([...routes, fallback]),
  "packages/client/src/builder-fields.ts": builderFields(),
});

/** What the client asks of pages to copy them: `*`, and the fields that are shown only by their names. */
const builderFields = (): string => {
  const named = fieldsOf(["site.Episode"]).flatMap(({ name, shown }) => (shown === "named" ? [name] : []));
  return `// Made by npm run openapi.\nexport const builderFields =\n  "*,${named.join(",")}";\n`;
};
