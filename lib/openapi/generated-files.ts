import { fieldsOf } from "#lib/queries/item-fields.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { openApiDocument } from "./document.ts";
import { errorsPage } from "./errors-page.ts";

/** The text of each file that is generated from the declarations, by its path in the project. */
export const generatedFiles = (): Readonly<Record<string, string>> => ({
  "docs/openapi.json": `${readableJson(openApiDocument(routes))}\n`,
  "docs/errors.md": errorsPage([...routes, fallback]),
  "packages/client/src/builder-fields.ts": builderFields(),
});

/** The fields that the client requests to copy pages: `*`, and those that are shown only by their names. */
const builderFields = (): string => {
  const named = fieldsOf(["site.Episode"]).flatMap(({ name, shown }) => (shown === "named" ? [name] : []));
  return `// Made by npm run openapi.\nexport const builderFields =\n  "*,${named.join(",")}";\n`;
};

const lineLength = 110;

/** JSON in which every object and array that fits is on one line. Takes only values that JSON can express. */
export const readableJson = (value: unknown, indent = ""): string => {
  const line = inOneLine(value);
  if (typeof value !== "object" || indent.length + line.length <= lineLength) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const members = membersOf(value, (member) => readableJson(member, deeper));
  return `${open}\n${deeper}${members.join(`,\n${deeper}`)}\n${indent}${close}`;
};

const inOneLine = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = membersOf(value, inOneLine).join(", ");
  if (Array.isArray(value)) return `[${members}]`;
  return members === "" ? "{}" : `{ ${members} }`;
};

const membersOf = (value: object | null, write: (member: unknown) => string): string[] =>
  Array.isArray(value)
    ? value.map(write)
    : Object.entries(value ?? {}).map(([name, member]) => `${JSON.stringify(name)}: ${write(member)}`);
