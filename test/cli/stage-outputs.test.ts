import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { outputsParameter, stageOutputs } from "#cli/stage/stage-outputs.ts";
import { parameterAnswer, serveAws, standInAccess } from "#test/support/stand-in-aws.ts";
import { lectern } from "./lectern.ts";

/** Parameters of an account, by name; null for one that the caller may not read. */
const parameters = new Map<string, string | null>();
let account: Awaited<ReturnType<typeof serveAws>>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-stage-"));
  account = await serveAws((request) => parameterAnswer(parameters, request));
});

afterAll(async () => {
  account.stop();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  parameters.clear();
  await rm(join(folder, "outputs.json"), { force: true });
  for (const name of ["DYNAMODB_ENDPOINT", "TABLE_NAME", "BUCKET_NAME"]) vi.stubEnv(name, undefined);
  const environment = { ...standInAccess, AWS_ENDPOINT_URL: account.url };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return () => vi.unstubAllEnvs();
});

const outputsOf = (stage: string) => ({
  stage,
  url: `https://${stage}.example`,
  table: `lectern-${stage}-TableTable-x`,
  bucket: `lectern-${stage}-filesbucket-x`,
});

const deployHere = (outputs: unknown) => writeFile(join(folder, "outputs.json"), JSON.stringify(outputs));
const deployElsewhere = (stage: string) =>
  parameters.set(outputsParameter(stage), JSON.stringify(outputsOf(stage)));

test("a stage that was deployed from this folder last is known without a request", async () => {
  await deployHere(outputsOf("trial"));
  expect(await stageOutputs("trial", folder)).toEqual(outputsOf("trial"));
});

test.each([
  ["nothing", undefined],
  ["another stage", outputsOf("trial")],
  ["a stage whose name begins so", outputsOf("production-2")],
  ["no JSON of a deployment", []],
])("a folder that has deployed %s finds a stage in the account", async (_, outputs) => {
  if (outputs !== undefined) await deployHere(outputs);
  deployElsewhere("production");
  expect(await stageOutputs("production", folder)).toEqual(outputsOf("production"));
});

test("what release 0.2.0 has deployed from this folder is known by its bucket", async () => {
  const { stage: _, ...older } = outputsOf("production");
  await deployHere(older);
  expect(await stageOutputs("production", folder)).toEqual(older);
});

test.each([
  [
    "that nobody has deployed",
    undefined,
    "it was not deployed from this folder, nor in this account and region.",
  ],
  [
    "whose parameter the caller may not read",
    null,
    "AWS does not say where its data is (AccessDeniedException: /lectern/nowhere/outputs).",
  ],
])("a command with a stage %s says what to do", async (_, parameter, reason) => {
  if (parameter !== undefined) parameters.set(outputsParameter("nowhere"), parameter);
  expect(await lectern("export", "--stage", "nowhere")).toEqual({
    status: 1,
    stdout: "",
    stderr: `The stage nowhere is unknown: ${reason} Name its account and region with AWS_PROFILE and AWS_REGION, deploy it with npx sst deploy --stage nowhere, or set TABLE_NAME and BUCKET_NAME.\n`,
  });
});
