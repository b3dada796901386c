import { appendFile, cp, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listPages } from "#lib/routes/pages.ts";
import { raiseFormat } from "#lib/store/raise-format.ts";
import { tableFormat } from "#lib/store/table-format.ts";
import { bundleFolder } from "#release/bundles.ts";
import { synthesize } from "#release/synthesis/synthesize.ts";
import { call } from "#test/support/call.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import type { BuiltRelease } from "./deploy.ts";
import { preparedStage, workFolder } from "./prepare.ts";
import { runOnStage } from "./program.ts";
import { settingsOfStage } from "./settings-of-stage.ts";
import { type Stage, startStage } from "./stage.ts";

const world = useWorld();

const { LAMBDA_URL } = process.env;
let stage: Stage;
let old: BuiltRelease;
let next: BuiltRelease;

/** The folders of bundles that Node cannot load, as when a package was left out, by ids of functions. */
const broken: Record<string, string> = {};

/** The next release with such a bundle. */
const withBroken = async (id: string): Promise<BuiltRelease> => {
  const folder = path.join(await temporaryFolder(), bundleFolder(id));
  await cp(path.join(old.bundlesFolder, bundleFolder(id)), folder, { recursive: true });
  await appendFile(path.join(folder, `${path.basename(id)}.mjs`), '\nimport "left-out";\n');
  broken[id] = folder;
  return { ...next, otherBundles: { [id]: folder } };
};

beforeAll(async () => {
  const prepared = await preparedStage();
  old = prepared;
  const deployment = await synthesize("production", { ...settingsOfStage, SYNTHESIZED_VERSION: "8" });
  next = { ...prepared, deployment };
  stage = await startStage({
    ...prepared,
    folder: path.join(workFolder, `logs-${process.pid}-rollback`),
    tableEndpoint: process.env.DYNAMODB_ENDPOINT!,
    filesEndpoint: process.env.TEST_S3_ENDPOINT!,
    keepsTable: true,
  });
  process.env.LAMBDA_URL = stage.url;
  await stage.deploy(old);
});

afterAll(async () => {
  process.env.LAMBDA_URL = LAMBDA_URL;
  await stage?.stop();
  if (stage) await rm(stage.folder, { recursive: true });
});

const smoke = () =>
  runOnStage(["test/smoke/main.ts", "--url", stage.url], { ...stage.ownersEnvironment, LECTERN_TOKEN: "su" });

const rollback = () =>
  runOnStage(["cli/lectern.js", "rollback", "--stage", "production"], stage.deployersEnvironment);

const listed = async (): Promise<string[]> => {
  const { body } = await call(listPages, { query: { child_of: world.notes, fields: "title" } });
  return body.results.map(({ title }: { readonly title: string }) => title).sort();
};

/** What the stage has found but that broken functions do not start. */
const otherFindings = () =>
  stage.ledger.findings.filter(({ kind, who }) => kind !== "function failed" || !(who in broken));

describe("a deployment that ends half way leaves the release before at work", () => {
  test.each([
    ["when half of its functions are published", "PagesReadFunction"],
    ["at the note of the release", "ReleaseRecord"],
    ["at its first alias", "JobsProbeMediaLive"],
  ])("%s", async (_, resource) => {
    const ended = stage.deploy(next, ({ name }) => name === resource);
    await expect(ended).rejects.toThrow(`AWS refuses to make ${resource}`);
    expect(stage.live()).toEqual(["7"]);
    expect(await listed()).toEqual([]);
  });

  test("at the first run of the job that stores snapshots, which raises the table's format", async () => {
    await expect(stage.deploy(await withBroken("jobs/snapshot-catalog"))).rejects.toThrow(
      "The deployment ends at FirstSnapshot",
    );
    expect(stage.live()).toEqual(["7"]);
  });
});

test("a release that fails its smoke run is live, until the stage goes back, and nothing is lost", async () => {
  const before = await createLivePost(world.notes);
  await stage.deploy(await withBroken("themes/list"));
  expect(stage.live()).toEqual(["8"]);
  const failed = await smoke();
  expect(failed.status).toBe(1);
  expect(failed.stdout).toMatch(/^FAIL {2}paths with their final slash lead to their functions/m);
  expect(failed.stdout).toMatch(/^[1-9]\d* of \d+ checks failed\.$/m);
  const meanwhile = await createLivePost(world.notes);

  const gone = await rollback();
  expect(gone).toMatchObject({ status: 0, stderr: "" });
  expect(gone.stdout).toMatch(/^From (\S+) to (\S+): \d+ functions to change\.\n\2 is live\.\n.* --to \1\n$/);
  expect(stage.live()).toEqual(["7"]);
  const passed = await smoke();
  expect(passed).toMatchObject({ status: 0, stderr: "" });
  expect(await listed()).toEqual([before.title, meanwhile.title].sort());
  expect(otherFindings()).toEqual([]);
}, 240_000);

test("there is no way back over a raised format, and the role that deploys may read that", async () => {
  await stage.deploy(next);
  await raiseFormat(tableFormat + 1);
  const { status, stderr } = await rollback();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The table has format 2, and \S+ knows up to format 1: .* a restored table/);
  expect(stage.live()).toEqual(["8"]);
  expect(otherFindings()).toEqual([]);
});
