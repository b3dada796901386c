import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { AdministrationContext } from "#cli/output.ts";
import { pauseParameter, switchParameter } from "#cli/pause/stage-parameters.ts";
import { status } from "#cli/status.ts";
import { standInAccess } from "#test/support/stand-in-aws.ts";
import { lectern } from "../lectern.ts";
import { type PausableAccount, startPausableAccount } from "./pausable-account.ts";

const jobs = ["job-snapshots", "job-feeds", "job-webhooks"];

const someStage = () => ({
  parameters: new Map([
    [
      switchParameter("production"),
      JSON.stringify({ apis: ["api-1", "heads-1"], distribution: "web-1", closing: "arn:closing", jobs }),
    ],
  ]),
  stages: new Map([
    [
      "api-1",
      {
        defaultRouteSettings: { throttlingRateLimit: 200, throttlingBurstLimit: 400 },
        routeSettings: { "POST /accounts/login": { throttlingRateLimit: 10.5, throttlingBurstLimit: 20 } },
      },
    ],
    [
      "heads-1",
      { defaultRouteSettings: { throttlingRateLimit: 50, throttlingBurstLimit: 100 }, routeSettings: {} },
    ],
  ]),
  web: new Map([
    ["*", "arn:pages"],
    ["/_files/*", "arn:files"],
    ["/_feeds/*", null],
  ]),
  concurrency: new Map<string, number>(),
  asked: [],
  denied: undefined,
});

const account: PausableAccount = someStage();
let aws: Awaited<ReturnType<typeof startPausableAccount>>;

beforeAll(async () => {
  aws = await startPausableAccount(account);
});

afterAll(() => aws.stop());

beforeEach(() => {
  Object.assign(account, someStage());
  const environment = { ...standInAccess, AWS_ENDPOINT_URL: aws.url, AWS_MAX_ATTEMPTS: "1" };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return () => vi.unstubAllEnvs();
});

const stopped = { throttlingRateLimit: 0, throttlingBurstLimit: 0 };

const expectStopped = () => {
  expect([...account.stages]).toEqual([
    ["api-1", { defaultRouteSettings: stopped, routeSettings: { "POST /accounts/login": stopped } }],
    ["heads-1", { defaultRouteSettings: stopped, routeSettings: {} }],
  ]);
  expect([...account.concurrency]).toEqual(expect.arrayContaining(jobs.map((name) => [name, 0])));
};

const withoutHistory = ({ asked: _, ...state }: PausableAccount) => state;

test("a pause lets no request and no job through, closes every path, and says so", async () => {
  const { status, stdout, stderr } = await lectern("pause", "--stage", "production");
  expect([status, stderr]).toEqual([0, ""]);
  expectStopped();
  expect(new Set(account.web.values())).toEqual(new Set(["arn:closing"]));
  expect(stdout.replace(/since \S+:/, "since T:")).toBe(
    [
      "The stage production has been paused since T: no function runs.",
      "API Gateway  api-1, heads-1  lets no request through",
      "CloudFront   web-1           answers 503 to everybody, everywhere after some minutes",
      "Lambda       3 jobs          do not run; what is due waits",
      "Deployments of the stage are refused until: npx lectern resume --stage production",
      "",
    ].join("\n"),
  );
});

test("it takes few requests: ten, and one for each job; resuming takes seven, and one for each job", async () => {
  await lectern("pause", "--stage", "production");
  expect(account.asked).toHaveLength(10 + jobs.length);
  account.asked.length = 0;
  await lectern("resume", "--stage", "production");
  expect(account.asked).toHaveLength(7 + jobs.length);
});

test("resuming gives back every limit and function that there was, and forgets the pause", async () => {
  const before = withoutHistory(someStage());
  await lectern("pause", "--stage", "production");
  const { status, stdout } = await lectern("resume", "--stage", "production");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^The stage production runs again, as before its pause of \S+\. CloudFront/);
  expect(withoutHistory(account)).toEqual(before);
  expect((await lectern("resume", "--stage", "production")).stdout).toBe(
    "The stage production is not paused.\n",
  );
});

test("with --keep-cache CloudFront goes on with what it keeps; a second pause closes it, too", async () => {
  const { stdout } = await lectern("pause", "--stage", "production", "--keep-cache", "--json");
  expect(JSON.parse(stdout)).toEqual({
    stage: "production",
    paused: { since: expect.any(String) },
    closed: false,
  });
  expectStopped();
  expect([...account.web.values()]).toEqual(["arn:pages", "arn:files", null]);
  await lectern("pause", "--stage", "production");
  expect(new Set(account.web.values())).toEqual(new Set(["arn:closing"]));
  await lectern("resume", "--stage", "production");
  expect(withoutHistory(account)).toEqual(withoutHistory(someStage()));
});

test.each([/^PATCH/, /^PUT .*distribution/, /^PUT .*functions/])(
  "a pause that fails at %s is said, does the rest, can be repeated, and forgets nothing of what there was",
  async (denied) => {
    account.denied = denied;
    const { status, stderr } = await lectern("pause", "--stage", "production");
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^AWS refused a part of it \(AccessDenied\w*: .*\), so the work may be half done\. Mend the cause, and run npx lectern pause --stage production again\.\n$/,
    );
    const limits = [...account.stages.values()].map((stage) => stage.defaultRouteSettings);
    const done = [
      limits.every((limit) => limit?.throttlingRateLimit === 0),
      account.web.get("*") === "arn:closing",
    ];
    expect([...done, account.concurrency.size > 0].filter((isDone) => !isDone)).toHaveLength(1);
    account.denied = undefined;
    expect((await lectern("pause", "--stage", "production")).status).toBe(0);
    expectStopped();
    await lectern("resume", "--stage", "production");
    expect(withoutHistory(account)).toEqual(withoutHistory(someStage()));
  },
);

test.each([/^PATCH/, /^PUT .*distribution/, /^DELETE .*functions/, /DeleteParameter/])(
  "resuming that fails at %s can be repeated",
  async (denied) => {
    await lectern("pause", "--stage", "production");
    account.denied = denied;
    const { status, stderr } = await lectern("resume", "--stage", "production");
    expect([status, stderr]).toEqual([1, expect.stringContaining("run npx lectern resume")]);
    account.denied = undefined;
    await lectern("resume", "--stage", "production");
    expect(withoutHistory(account)).toEqual(withoutHistory(someStage()));
  },
);

test("a stage that no deployment has made is named, and nothing is changed", async () => {
  for (const command of ["pause", "resume"]) {
    const { status, stderr } = await lectern(command, "--stage", "prodction");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^There is no stage prodction in this region that can be paused\./);
  }
  expect(account.asked.filter((each) => !each.includes("GetParameter"))).toEqual([]);
  expect((await lectern("pause")).stderr).toMatch(/^--stage is missing: the name of the stage\./);
});

/** `lectern status` of a site that has nothing to report. */
const statusLines = async () => {
  const shown = {
    ...{ version: "1.0.0", format: 1, snapshot: { age_seconds: 60, is_due: false } },
    ...{ schedule: { due: 0, late_seconds: 0 }, webhooks: { waiting: 0, late_seconds: 0 } },
    counts: { live_pages: 1, media: 0, users: 1, waiting_comments: 0 },
  };
  const site = { status: async () => shown, [Symbol.asyncDispose]: async () => {} };
  let printed = "";
  const code = await status(["--stage", "production"], {
    stdout: {
      write: (text: string) => {
        printed += text;
      },
    },
    openSite: async () => site,
  } as unknown as AdministrationContext);
  return [code, printed.split("\n")[0]!.replace(/ {2,}/, ": ")];
};

test("lectern status says of a stage that it is paused, or that this cannot be read", async () => {
  expect(await statusLines()).toEqual([0, "version: 1.0.0, data in format 1"]);
  await lectern("pause", "--stage", "production");
  const { since } = JSON.parse(account.parameters.get(pauseParameter("production"))!);
  expect(await statusLines()).toEqual([1, `paused: since ${since}; end it with lectern resume`]);
  account.denied = /GetParameter/;
  expect(await statusLines()).toEqual([0, expect.stringMatching(/^paused: cannot be read: .*not allowed/)]);
});
