import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "#test/support/sources.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What stands below these keys is data of callers, in which a `title` is no word of ours. */
const data = ["const", "default", "enum", "example", "examples"];

/** The value without sentences for people: `description`, `summary` and `title`, where these are texts. */
const withoutWords = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !(typeof part === "string" && /^(description|summary|title)$/.test(key)))
      .map(([key, part]) => [key, data.includes(key) ? part : withoutWords(part)]),
  );
};

const digestOf = (value: Json): string =>
  createHash("sha256")
    .update(JSON.stringify(withoutWords(value)))
    .digest("hex")
    .slice(0, 12);

const documentAt = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const { version } = documentAt("package.json");

/** A line for each part of a document, such as an operation: its digest and name. A release is no shape. */
const shapesOf = (parts: object, prefix: string): string[] =>
  Object.entries(parts).map(
    ([name, part]) =>
      `${digestOf(JSON.parse(JSON.stringify(part).replaceAll(`"${version}"`, '"version"')))} ${prefix}${name}`,
  );

/**
 * A change of sentences leaves shapes.txt as it is. Whoever changes a shape on purpose runs this file with
 * `-u`: the lines that differ say what callers have to know of.
 */
test("the documents have the shapes that shapes.txt keeps, whatever they say in words", async () => {
  const { paths, components, info: _, ...rest } = documentAt("docs/openapi.json");
  const { properties, definitions = {}, ...schema } = documentAt("docs/manifest.schema.json");
  const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
    shapesOf(methods, `${path} `),
  );
  const shared = Object.entries<object>(components).flatMap(([kind, parts]) => shapesOf(parts, `${kind} `));
  const lines = [
    ...[...operations, ...shared, ...shapesOf({ rest }, "openapi ")],
    ...[...shapesOf(properties, "manifest "), ...shapesOf(definitions, "manifest definition ")],
    ...shapesOf({ rest: schema }, "manifest "),
  ];
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("shapes.txt");
});

describe("a digest of a shape", () => {
  const schema = { type: "object", description: "A post.", properties: { title: { type: "string" } } };

  test("stays when a sentence changes", () => {
    expect(digestOf({ ...schema, description: "One post.", summary: "New" })).toBe(digestOf(schema));
  });

  test("changes with a field, also one that is called title", () => {
    expect(digestOf({ ...schema, properties: {} })).not.toBe(digestOf(schema));
    expect(digestOf({ ...schema, properties: { title: { type: "number" } } })).not.toBe(digestOf(schema));
  });

  test("changes with an example's title", () => {
    expect(digestOf({ ...schema, example: { title: "a" } })).not.toBe(
      digestOf({ ...schema, example: { title: "b" } }),
    );
  });
});
