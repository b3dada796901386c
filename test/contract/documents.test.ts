import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { openApiDocument } from "#lib/openapi/document.ts";
import { generatedFiles, readableJson } from "#lib/openapi/generated-files.ts";
import { sharedName } from "#lib/openapi/json-schema.ts";
import { refusalsOf } from "#lib/openapi/refusal-responses.ts";
import { refusals } from "#lib/refusals/catalogue.ts";
import { routes } from "#lib/routes/table.ts";
import { describedKindsText } from "#lib/surfaces/editor/schema/kinds-text.ts";
import { gatewayAnswers } from "#local/gateway/answer.ts";
import { root } from "../support/sources.ts";

// biome-ignore lint/suspicious/noExplicitAny: the document is looked at as any reader of JSON sees it.
const document: any = JSON.parse(JSON.stringify(openApiDocument(routes)));

/** The value and every object and array inside it. */
const partsOf = (value: unknown): object[] =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : [];

const referred = (reference: string): unknown =>
  reference
    .replace(/^#\//, "")
    .split("/")
    .reduce((at, name) => at?.[name.replaceAll("~1", "/").replaceAll("~0", "~")], document);

const references = partsOf(document).flatMap((part) => ("$ref" in part ? [String(part.$ref)] : []));

test.each(Object.entries(generatedFiles()))(
  "%s is current; otherwise run `npm run openapi`",
  (path, text) => {
    expect(readFileSync(join(root, path), "utf8")).toBe(text);
  },
);

test("docs/editor-schema.json is current; otherwise run `npm run openapi`", () => {
  expect(readFileSync(join(root, "docs/editor-schema.json"), "utf8")).toBe(describedKindsText());
});

test("the page of errors names every answer of the gateway's own", () => {
  const page = readFileSync(join(root, "docs/errors.md"), "utf8");
  for (const { status, body } of Object.values(gatewayAnswers))
    expect(page).toContain(`| ${status} | ${JSON.parse(body).message} |`);
});

test("`npm run routes` prints a line for every route, with its columns below one another", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, "cli/routes.ts")]);
  const [head = "", ...lines] = stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.slice(head.indexOf("ID"), head.indexOf("SUMMARY")).trim())).toEqual(
    routes.map(({ id }) => id),
  );
});

describe("the OpenAPI document", () => {
  test("says what a plain writer of JSON would say", () => {
    expect(JSON.parse(readableJson(openApiDocument(routes)))).toEqual(document);
  });

  test("refers only to what it contains", () => {
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((reference) => referred(reference) === undefined)).toEqual([]);
  });

  test("contains no schema or response that nothing refers to", () => {
    const { schemas, responses } = document.components;
    const names = [
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
    ];
    expect(names.filter((name) => !references.includes(name))).toEqual([]);
  });

  test("names its components as OpenAPI allows", () => {
    const names = Object.values<object>(document.components).flatMap((section) => Object.keys(section));
    expect(names.filter((name) => !/^[a-zA-Z0-9._-]+$/.test(name))).toEqual([]);
  });

  test("has an operation for every route, and no others", () => {
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect(operations.sort()).toEqual(routes.map(({ id }) => id).sort());
  });

  test("lists and describes every tag that an operation bears", () => {
    expect(document.tags.filter(({ description }: { description?: string }) => !description)).toEqual([]);
    const listed = document.tags.map(({ name }: { name: string }) => name);
    for (const route of routes) expect(listed).toEqual(expect.arrayContaining(operationOf(route).tags));
  });

  test("says what each value of an enumeration means, but for codes of refusals, which docs/errors.md lists", () => {
    const { schemas } = document.components;
    const unexplained = partsOf([{ ...schemas, Problem: null }, answersOf(document)]).filter(
      (part) =>
        "enum" in part &&
        !(part.enum as unknown[]).every((value) =>
          String("description" in part && part.description).includes(`${value || '""'}: `),
        ),
    );
    expect(unexplained).toEqual([]);
  });

  test("gives a name to every shape that more than one route answers with", () => {
    const shapes = routes.flatMap(({ answer }) => (answer ? [memberOf(answer)] : []));
    const nameless = shapes.filter((shape, index) => shapes.indexOf(shape) !== index && !sharedName(shape));
    const repeated = routes.filter(({ answer }) => answer && nameless.includes(memberOf(answer)));
    expect(repeated.map(({ id }) => id)).toEqual([]);
  });
});

/** The schemas of successful answers that have no name. */
// biome-ignore lint/suspicious/noExplicitAny: the document is looked at as any reader of JSON sees it.
const answersOf = ({ paths }: any): unknown[] =>
  Object.values<object>(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, response]) => (Number(status) < 300 ? [response] : [])),
    ),
  );

const operationOf = ({ path, method }: { path: string; method: string }) =>
  document.paths[path.replace("+}", "}")][method.toLowerCase()];

/** The member type of a list; other types unchanged. */
const memberOf = (shape: z.ZodMiniType): unknown => {
  const list = shape instanceof z.ZodMiniObject ? shape.shape.results : shape;
  return list instanceof z.ZodMiniArray ? list.def.element : shape;
};

describe.each(routes)("the operation $id", (route) => {
  const operation = operationOf(route);

  test("declares each placeholder of its path, as required", () => {
    const declared = (operation.parameters ?? []).filter(
      (parameter: { in: string }) => parameter.in === "path",
    );
    expect(declared.map(({ name }: { name: string }) => `{${name}}`)).toEqual(
      route.path.replace("+}", "}").match(/\{\w+\}/g) ?? [],
    );
    expect(declared.every(({ required }: { required: boolean }) => required)).toBe(true);
  });

  test("has the success, the other answers and every refusal of the route, each under its status", () => {
    const statuses = new Set(refusalsOf(route).map((code) => String(refusals[code].status)));
    const others = [...Object.keys(route.alsoAnswers), ...(route.takesDryRun ? ["200"] : [])];
    const promised = [String(route.status), ...others, ...statuses];
    expect(new Set(Object.keys(operation.responses))).toEqual(new Set(promised));
  });

  test("lets callers without credentials in exactly where the route is public", () => {
    const open = operation.security.some((scheme: object) => Object.keys(scheme).length === 0);
    expect(open).toBe(route.auth === "public");
  });

  test("requires the CSRF token of sessions exactly where it changes something", () => {
    const bySession = operation.security.find((scheme: object) => "session" in scheme);
    expect(bySession === undefined).toBe(route.auth === "token");
    if (bySession) expect("csrfToken" in bySession).toBe(route.method !== "GET");
  });

  test("has security schemes that the document describes", () => {
    const used: string[] = operation.security.flatMap((scheme: object) => Object.keys(scheme));
    expect(used.filter((name) => !(name in document.components.securitySchemes))).toEqual([]);
  });

  test("describes a body in each media type that the route takes", () => {
    expect(Object.keys(operation.requestBody?.content ?? {})).toHaveLength(route.bodyKinds.length);
  });
});
