import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readableJson } from "#lib/openapi/readable-json.ts";
import { routes } from "#lib/routes/table.ts";
import { useClock } from "#test/support/clock.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { root } from "#test/support/sources.ts";
import { useTable } from "#test/support/table.ts";
import { recordExamples } from "./recording.ts";
import { scenario } from "./scenario.ts";
import { applyExampleSite } from "./site.ts";

useTable();
useServedFiles();
const later = useClock();

const file = join(root, "lib/openapi/examples.json");

/** `npm run examples` records them anew. */
test("every operation of the OpenAPI document has an example, and the service answers as it says", async () => {
  const examples = await recordExamples(async (show) => scenario(show, await applyExampleSite(later)));
  expect(Object.keys(examples)).toEqual(routes.map(({ id }) => id).sort());
  const text = `${readableJson(JSON.parse(JSON.stringify(examples)))}\n`;
  if (process.env.RECORD_EXAMPLES) await writeFile(file, text);
  expect(await readFile(file, "utf8")).toBe(text);
});
