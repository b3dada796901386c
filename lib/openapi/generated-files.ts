import { coverImageFields, type FieldRule, fieldsOf } from "#lib/queries/item-fields.ts";
import { type RefusalCode, type RefusalKind, refusals } from "#lib/refusals/catalogue.ts";
import { problemCodes } from "#lib/refusals/problem.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { focusStyle } from "#lib/themes/focus.ts";
import { blocksStyle } from "#lib/themes/page-extras.ts";
import { blockStyleSheet } from "#lib/themes/parts/style.ts";
import { plainLook } from "#lib/themes/plain-theme.ts";
import { openApiDocument } from "./document.ts";
import { implications } from "./refusal-responses.ts";

/** The text of each file that is generated from the declarations, by its path in the project. */
export const generatedFiles = (): Readonly<Record<string, string>> => ({
  "docs/openapi.json": `${readableJson(openApiDocument(routes))}\n`,
  "docs/errors.md": errorsPage([...routes, fallback]),
  "packages/client/src/builder-fields.ts": builderFields(),
  "packages/client/src/shown-fields.ts": shownFields(),
  "packages/client/blocks.css": blockStyle(),
});

/** The fields that the client requests to copy pages: `*`, and those that are shown only by their names. */
const builderFields = (): string => {
  const named = fieldsOf(["site.Episode"]).flatMap(({ name, shown }) => (shown === "named" ? [name] : []));
  return `// Made by npm run openapi.\nexport const builderFields =\n  "*,${named.join(",")}";\n`;
};

/** What pages of other sites need to show texts as the themes do. */
const blockStyle = (): string =>
  `/* Made by npm run openapi. The look of what stands in texts, as in the theme \`plain\`: copy it, and change it. */\n\n${blockStyleSheet(plainLook)}${blocksStyle}${focusStyle}`;

/** The names of fields by when they are shown, as types, from which the client's types of pages follow. */
const shownFields = (): string => {
  const ofPages = [...fieldsOf(["site.Blog"]), ...fieldsOf(["site.Episode"])];
  const types = (of: string, fields: readonly FieldRule[], all: readonly FieldRule["shown"][]) =>
    all.map((shown) => {
      const names = new Set(fields.flatMap((field) => (field.shown === shown ? [field.name] : [])));
      const type = `${of}${shown.replace(/(?:^| )./g, (start) => start.trim().toUpperCase())}`;
      const union = [...names].map((name) => `"${name}"`);
      const line = `export type ${type} = ${union.join(" | ")};`;
      const lines = `export type ${type} =\n${union.map((name) => `  | ${name}`).join("\n")};`;
      return `${line.length <= lineLength ? line : lines}\n`;
    });
  const shownOfPages = types("Page", ofPages, ["always", "details", "details only", "asked"]);
  const shownOfCovers = types("Cover", coverImageFields, ["always"]);
  return ["// Made by npm run openapi.\n", ...shownOfPages, ...shownOfCovers].join("\n");
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

const errorsPage = (routes: readonly Route[]): string => `# Errors

Generated from \`lib/refusals\` and the route table by \`npm run openapi\`.

## Refusals

The body is \`{code, detail}\` on the editor's surface, \`{message, detail}\` on the page-content API, \`{error, detail}\` where a theme is
selected, \`{error, error_description}\` where a token is exchanged, and \`{detail}\` elsewhere;
docs/openapi.json says which for each route. The text below is used unless a refusal has a more precise one. If the code in the body
differs from our name for the case, it follows in brackets.

${table(["Code", "Status", "Text", "Answered by"], refusalRows(routes))}

## Answers before a route is found

What reaches no function is answered by API Gateway, or by what stands for it on one machine, with \`{message}\`. The same holds for a
function that fails (500) or is late (503 after 30 seconds, 500 where its own time is shorter).

${table(["Status", "Message", "When"], gatewayAnswers)}

On one machine, a file or a part that is sent to a signed address, and for which the disk has no room, is 507 with \`code\`
\`storage_full\` and \`detail\`.

## Field problems

A \`validation_error\` lists the problems of fields: \`{code, errors: {<path>: [{code, message}]}}\`. Paths are dotted,
such as \`detail.3.value\`; \`non_field_errors\` is the request as a whole.

${table(["Code", "Meaning"], problemRows())}
`;

/** \`local/gateway/answer.ts\` has the same. */
const gatewayAnswers = [
  ["400", "Bad Request", "the request is no HTTP, has no `Host`, or its path is not percent-encoded UTF-8"],
  ["403", "Forbidden", "a signed address of a file is wrong or has expired"],
  [
    "408",
    "Request Timeout",
    "the request does not arrive in time. On one machine a head has 30 seconds, and a body a minute in which nothing, or less than a thousand bytes a second, arrives",
  ],
  ["414", "URI Too Long", "the request line has more than 10,240 bytes"],
  ["431", "Request Header Fields Too Large", "the request line and all headers together have more"],
  ["500", "Internal Server Error", "the function failed, or was late"],
  ["503", "Service Unavailable", "the function was late"],
];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const quoted = (name: string): string => `\`${name}\``;

const refusalRows = (routes: readonly Route[]): string[][] =>
  Object.entries(refusals).map(([code, kind]: [string, RefusalKind]) => [
    kind.code ? `${quoted(code)} (${quoted(kind.code)})` : quoted(code),
    String(kind.status),
    kind.text,
    whoAnswers(code as RefusalCode, routes),
  ]);

/** Kinds of routes that imply the refusal, then single routes that declare it. */
const whoAnswers = (code: RefusalCode, routes: readonly Route[]): string => {
  const implying = implications.filter(({ codes }) => codes.includes(code));
  const declaring = routes
    .filter(({ errors }) => errors.includes(code))
    .filter((route) => !implying.some(({ isOfKind }) => isOfKind(route)));
  return [...implying.map(({ kind }) => kind), ...declaring.map(({ id }) => quoted(id))].join(", ");
};

const problemRows = (): string[][] =>
  Object.entries(problemCodes).map(([code, meaning]) => [quoted(code), meaning]);
