import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { beginSetup } from "#lib/actions/people/begin-setup.ts";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { readableJson } from "#lib/openapi/generated-files.ts";
import { routes } from "#lib/routes/table.ts";
import { useClock } from "#test/support/clock.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { root } from "#test/support/sources.ts";
import { useTable } from "#test/support/table.ts";
import { recordExamples } from "./recording.ts";
import { requestsPage } from "./requests-page.ts";
import { scenario, takeFirstSteps } from "./scenario.ts";
import { applyExampleSite } from "./site.ts";

useTable();
useServedFiles();
const later = useClock();

const examplesFile = join(root, "lib/openapi/examples.json");
const requestsFile = join(root, "docs/requests.md");

/** `npm run examples` records the files again. */
const expectRecorded = async (file: string, text: string): Promise<void> => {
  if (process.env.RECORD_EXAMPLES) await writeFile(file, text);
  expect(await readFile(file, "utf8")).toBe(text);
};

test("every operation has an example, answers as it says, and asks DynamoDB for what the table says", async () => {
  // What is kept for a time, and what is looked for during a time, must not depend on how fast this is.
  vi.spyOn(clock, "monotonicMs").mockReturnValue(clock.monotonicMs());
  const recorded = await recordExamples(async (show) => {
    await scenario(show, await applyExampleSite(later));
    await useEmptyTable();
    await takeFirstSteps(show, certain(await beginSetup()));
  });
  expect(recorded.map(({ id }) => id)).toEqual(routes.map(({ id }) => id).sort());
  const examples = Object.fromEntries(recorded.map(({ id, example }) => [id, example]));
  await expectRecorded(examplesFile, `${readableJson(JSON.parse(JSON.stringify(examples)))}\n`);
  await expectRecorded(requestsFile, requestsPage(recorded));
});
