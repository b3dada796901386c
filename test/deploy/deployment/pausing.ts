import { readFileSync } from "node:fs";
import vm from "node:vm";
import { describe, expect, test, vi } from "vitest";
import { type StagePause, switchParameter } from "#cli/pause/stage-parameters.ts";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { requireNotPaused } from "../../../stacks/require-not-paused.ts";
import { allowing, deployerFor } from "../deployer-policies.ts";
import { inputsNamed, inputsOf, only } from "./resources.ts";
import { elsewhere, production, trial } from "./stages.ts";

describe("pausing", () => {
  const switchOf = (deployment: Deployment) => {
    const { value, ...others } = inputsNamed(deployment, "PauseSwitch");
    // Pulumi takes every parameter for a secret.
    return { ...others, text: value.value as string };
  };

  /** Of all resources of a type: another API or distribution would have to be stopped, too. */
  const idsOf = ({ resources }: Deployment, type: string): string[] =>
    resources.filter((each) => each.type === type).map(({ name }) => `${name}-id`);

  test("the switch names the APIs, the distribution, and every function that a schedule calls", () => {
    for (const deployment of [trial, elsewhere]) {
      const { name, type, text } = switchOf(deployment);
      const stage = deployment === trial ? "trial" : "elsewhere";
      expect([name, type]).toEqual([switchParameter(stage), "String"]);
      const schedules = inputsOf(deployment, "aws:scheduler/schedule:Schedule");
      const called = schedules.map(({ target: { arn } }) => /(\w+):live$/.exec(arn)![1]);
      expect(called.length).toBeGreaterThan(5);
      const { jobs, ...others } = JSON.parse(text);
      expect(jobs.toSorted()).toEqual(called.toSorted());
      expect(others).toEqual({
        apis: idsOf(deployment, "aws:apigatewayv2/api:Api"),
        distribution: idsOf(deployment, "aws:cloudfront/distribution:Distribution").join(),
        closing: "arn:aws:cloudfront:::WebClosed",
      });
    }
  });

  test("what a pause notes of a stage has room in a parameter of 4 KB, and so has the switch", () => {
    const stages = inputsOf(elsewhere, "aws:apigatewayv2/stage:Stage");
    const limitOf = (settings: Readonly<Record<string, number>>): [number, number] => [
      settings.throttlingRateLimit!,
      settings.throttlingBurstLimit!,
    ];
    const { orderedCacheBehaviors } = only(elsewhere, "aws:cloudfront/distribution:Distribution");
    const arn = `arn:aws:cloudfront::123456789012:function/lectern-elsewhere-${"x".repeat(40)}`;
    const patterns = ["*", ...orderedCacheBehaviors.map((each: { pathPattern: string }) => each.pathPattern)];
    const noted: StagePause = {
      since: "2026-11-20T08:00:00.000Z",
      isClosed: true,
      limits: Object.fromEntries(
        stages.map(({ apiId, defaultRouteSettings, routeSettings = [] }) => [
          apiId,
          {
            all: limitOf(defaultRouteSettings),
            routes: Object.fromEntries(
              routeSettings.map((each: { routeKey: string } & Record<string, number>) => [
                each.routeKey,
                limitOf(each),
              ]),
            ),
          },
        ]),
      ),
      functions: Object.fromEntries(patterns.map((pattern) => [pattern, [["viewer-request", arn]]])),
    };
    expect(JSON.stringify(noted).length).toBeLessThan(4_096);
    const names = 64 * inputsOf(elsewhere, "aws:scheduler/schedule:Schedule").length;
    expect(switchOf(elsewhere).text.length + names).toBeLessThan(4_096);
  });

  test("while a site is paused, people get a sentence and programs an error in every envelope", () => {
    const answerTo = (uri: string) =>
      vm.runInNewContext(`${inputsNamed(trial, "WebClosed").code}; handler(event)`, {
        event: { request: { uri, headers: {} } },
      });
    const text = "This site is paused by its operators. It will be back.";
    for (const uri of ["/", "/notes/", "/_feeds/notes/rss.xml"])
      expect(answerTo(uri)).toMatchObject({
        statusCode: 503,
        headers: {
          "content-type": { value: "text/plain; charset=utf-8" },
          "cache-control": { value: "no-store" },
          "retry-after": { value: "3600" },
        },
        body: { data: `${text}\n` },
      });
    const { statusCode, headers, body } = answerTo("/api/health/");
    expect([statusCode, headers["content-type"].value]).toEqual([503, "application/json"]);
    expect(JSON.parse(body.data)).toEqual({
      ...{ status: "paused", code: "unavailable", message: text, detail: text },
    });
  });

  test("the role that deploys may pause and resume its own stage, and no other", () => {
    const { permissions } = deployerFor("production");
    const on = (stage: string): readonly (readonly [string, string])[] => {
      const parameter = `arn:aws:ssm:eu-central-1:123456789012:parameter/lectern/${stage}/paused`;
      const job = `arn:aws:lambda:eu-central-1:123456789012:function:lectern-${stage}-JobsRenewFeeds-abc`;
      return [
        ...["GetParameter", "PutParameter", "DeleteParameter"].map(
          (verb) => [`ssm:${verb}`, parameter] as const,
        ),
        ...["Put", "Delete"].map((verb) => [`lambda:${verb}FunctionConcurrency`, job] as const),
      ];
    };
    for (const [action, arn] of on("production"))
      expect(allowing(permissions, action, arn), action).not.toEqual([]);
    for (const [action, arn] of on("trial")) expect(allowing(permissions, action, arn), action).toEqual([]);
    const ofWeb = "arn:aws:cloudfront::123456789012:distribution/E1";
    for (const action of ["GetDistribution", "UpdateDistribution", "GetDistributionConfig"])
      expect(allowing(permissions, `cloudfront:${action}`, ofWeb), action).not.toEqual([]);
    const ofApi = "arn:aws:apigateway:eu-central-1::/apis/a1/stages/$default";
    for (const method of ["GET", "PATCH"])
      expect(allowing(permissions, `apigateway:${method}`, ofApi), method).not.toEqual([]);
  });

  test("a stage that is paused is not deployed, and says how it is resumed", async () => {
    const since = "2026-11-20T08:00:00.000Z";
    const paused = {
      since,
      isClosed: true,
      limits: { "api-1": { all: [1, 2], routes: {} } },
      functions: {},
    } satisfies StagePause;
    await expect(requireNotPaused("production", "eu-central-1", async () => paused)).rejects.toThrow(
      `- The stage production has been paused since ${since}: run npx lectern resume --stage production first`,
    );
    await requireNotPaused("production", "eu-central-1", async () => undefined);
    expect(production.warnings.join("\n")).not.toContain("paused");
  });

  test("a deployment goes on, and says so, where it may not read whether the stage is paused", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await requireNotPaused("production", "eu-central-1", () => Promise.reject(new Error("Not allowed")));
    expect(warn.mock.calls).toEqual([["Whether the stage is paused cannot be read: Not allowed"]]);
    warn.mockRestore();
  });

  test("the configuration looks before it makes anything", () => {
    const program = readFileSync("sst.config.ts", "utf8");
    expect(program.indexOf("requireNotPaused(")).toBeGreaterThan(0);
    expect(program.indexOf("requireNotPaused(")).toBeLessThan(program.indexOf("createStorage(settings)"));
  });
});
