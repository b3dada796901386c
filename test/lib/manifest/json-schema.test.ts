import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { manifestJsonSchema, manifestJsonSchemaText } from "#lib/manifest/json-schema.ts";

test("docs/manifest.schema.json is what `npm run openapi` writes", async () => {
  const written = await readFile(new URL("../../../docs/manifest.schema.json", import.meta.url), "utf8");
  expect(written).toBe(manifestJsonSchemaText());
});

test("the JSON Schema closes every map of known keys, and knows pages at every depth", () => {
  const schema = manifestJsonSchema() as { definitions: { Page: { oneOf: Record<string, unknown>[] } } };
  expect(schema).toMatchObject({ type: "object", required: ["version"], additionalProperties: false });
  for (const page of schema.definitions.Page.oneOf) {
    expect(page).toMatchObject({ additionalProperties: false, required: ["type", "title"] });
    expect(page.properties).toMatchObject({
      children: { type: "array", items: { $ref: "#/definitions/Page" } },
    });
  }
});
