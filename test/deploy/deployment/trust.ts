import { describe, expect, test } from "vitest";
import { routes } from "#lib/routes/table.ts";
import type { Resource } from "../synthesize.ts";
import { holdersOf, idsOfFunctions, inputsOf, permissionsIn, roleOf } from "./resources.ts";
import { trial } from "./stages.ts";

describe("trust", () => {
  const roles = () => trial.resources.filter(({ type }) => type === "aws:iam/role:Role");
  const trusted = (role: { readonly inputs: Resource["inputs"] }) =>
    role.inputs.assumeRolePolicy.Statement.map(({ Effect, Action, Principal }: Record<string, object>) => ({
      Effect,
      Action,
      Principal,
    }));
  const service = (name: string) => [
    { Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: `${name}.amazonaws.com` } },
  ];

  test("only Lambda takes on the role of a function", () => {
    for (const id of idsOfFunctions()) expect([id, trusted(roleOf({ id }))]).toEqual([id, service("lambda")]);
  });

  test("only the scheduler takes on the others, each of which may start the function of its job", () => {
    const others = roles().filter(({ name }) => !idsOfFunctions().some((id) => roleOf({ id }).name === name));
    const started = others.map((role) => {
      expect(trusted(role)).toEqual(service("scheduler"));
      return role.inputs.inlinePolicies.flatMap(({ policy }: { policy: string }) =>
        JSON.parse(policy).flatMap(permissionsIn),
      );
    });
    expect(started.sort()).toEqual(
      [
        "JobsDeliverWebhooks",
        "JobsPublishScheduled",
        "JobsRemoveLeftoverFiles",
        "JobsRenewFeeds",
        "JobsSnapshotCatalog",
        "JobsWatchSite",
      ].map((job) => [`lambda:InvokeFunction on arn:aws:lambda:::${job}HandlerFunction`]),
    );
  });

  test("the prober is invoked by the functions that take sounds and films, and by no service", () => {
    expect(holdersOf("lambda:InvokeFunction on arn:aws:lambda:::JobsProbeMediaFunction")).toEqual([
      "administration/manifest/apply",
      "editor/media/upload-audio",
      "editor/media/upload-video",
      "videos/upload",
    ]);
    const open = inputsOf(trial, "aws:lambda/permission:Permission");
    expect(open.filter(({ function: arn }) => arn.includes(":::Jobs"))).toEqual([]);
  });

  test("API Gateway invokes the functions of routes, for this API only", () => {
    const open = inputsOf(trial, "aws:lambda/permission:Permission");
    const invoked = new Set(open.map(({ function: arn }) => arn));
    expect(invoked.size).toBe(routes.length + 1);
    for (const permission of open)
      expect(permission).toMatchObject({
        action: "lambda:InvokeFunction",
        principal: "apigateway.amazonaws.com",
        sourceArn: "arn:aws:execute-api:::api/*",
      });
  });
});
