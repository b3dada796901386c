// Proves contract rules: setup-secrets.

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { outputsParameter } from "#cli/stage/stage-outputs.ts";
import { setUp, showSetup } from "#lib/routes/setup.ts";
import { call } from "#test/support/call.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { parameterAnswer, serveAws, standInAccess } from "#test/support/stand-in-aws.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { lectern } from "./lectern.ts";

const outputs = { stage: "trial", url: "https://d1.cloudfront.example/", table: "t", bucket: "b" };
const parameters = new Map([[outputsParameter("trial"), JSON.stringify(outputs)]]);
let account: Awaited<ReturnType<typeof serveAws>>;

beforeAll(async () => {
  account = await serveAws((request) => parameterAnswer(parameters, request));
});

afterAll(() => account.stop());

beforeEach(async () => {
  await useEmptyTable();
  const stage = { BUCKET_NAME: "lectern-trial", DYNAMODB_ENDPOINT: undefined, AWS_ENDPOINT_URL: account.url };
  for (const [name, value] of Object.entries({ ...standInAccess, ...stage })) vi.stubEnv(name, value);
  return () => vi.unstubAllEnvs();
});

const printed = async (): Promise<string> => {
  const { status, stdout, stderr } = await lectern("setup", "--stage", "trial");
  expect([status, stderr]).toEqual([0, ""]);
  const [, secret] = /^ {2}https:\/\/d1\.cloudfront\.example\/setup\/([\w-]{43})\/$/m.exec(stdout) ?? [];
  return secret!;
};

const steps = {
  ...{ username: "iris", password: "a reed in the marsh", site_name: "Field notes" },
  first: { type: "site.Blog", title: "Notes" },
};

const use = (secret: string) => call(setUp, { body: { secret, ...steps } as never });

test("setup prints an address of the stage, of which the table has a digest only", async () => {
  const secret = await printed();
  expect(JSON.stringify(await wholeTable())).not.toContain(secret);
  expect((await call(showSetup, { params: { secret: `${secret}/` } as never })).status).toBe(200);
  expect((await use(secret)).status).toBe(201);
});

test("setup ends what it has printed before", async () => {
  const [first, second] = [await printed(), await printed()];
  expect((await use(first)).status).toBe(404);
  expect((await use(second)).status).toBe(201);
});

test("setup of a site with accounts says where people sign in, and makes nothing", async () => {
  await use(await printed());
  const before = await wholeTable();
  expect(await lectern("setup", "--stage", "trial")).toEqual({
    ...{ status: 1, stderr: "" },
    stdout:
      "The site has accounts, so there is nothing to set up. People sign in at https://d1.cloudfront.example/accounts/login/\n",
  });
  expect(JSON.parse((await lectern("setup", "--stage", "trial", "--json")).stdout)).toEqual({
    ...{ stage: "trial", address: null },
  });
  expect(await wholeTable()).toEqual(before);
});

test("setup says why it takes no --url, and what to do on one machine", async () => {
  const withUrl = await lectern("setup", "--url", "https://notes.example");
  expect([withUrl.status, withUrl.stdout]).toEqual([2, ""]);
  expect(withUrl.stderr).toContain("nobody has an account or a token yet");
  const without = await lectern("setup");
  expect(without.status).toBe(2);
  expect(without.stderr).toContain("npm start -- --no-demo prints the address");
});
