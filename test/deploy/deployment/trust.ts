import { describe, expect, test } from "vitest";
import { routes } from "#lib/routes/table.ts";
import type { Deployment, Resource } from "../synthesize.ts";
import { holdersOf, inputsOf, permissionsIn, policiesOf } from "./resources.ts";
import { elsewhere, production, trial } from "./stages.ts";

describe("trust", () => {
  const trusted = (role: Resource) =>
    role.inputs.assumeRolePolicy.Statement.map(({ Effect, Action, Principal }: Record<string, object>) => ({
      Effect,
      Action,
      Principal,
    }));
  const service = (name: string) => [
    { Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: `${name}.amazonaws.com` } },
  ];

  const permissionsOf = (role: Resource): string[] => policiesOf(role).flatMap(permissionsIn);

  const jobs = [
    "JobsDeliverWebhooks",
    "JobsPublishScheduled",
    "JobsRemoveLeftoverFiles",
    "JobsRenewFeeds",
    "JobsSnapshotCatalog",
    "JobsWatchSite",
  ];

  test.each<[string, () => Deployment, string[]]>([
    ["trial", () => trial, jobs],
    ["production", () => production, jobs],
    ["elsewhere", () => elsewhere, ["JobsCountLogs", ...jobs]],
  ])(
    "in %s, Lambda takes on roles of functions; the scheduler others, to start their job",
    (_, of, started) => {
      const roles = of().resources.filter(({ type }) => type === "aws:iam/role:Role");
      const functions = inputsOf(of(), "aws:lambda/function:Function");
      const rolesOfFunctions = new Set(functions.map(({ role }) => role.split(":").at(-1)));
      expect(rolesOfFunctions.size).toBe(functions.length);
      const [own, others] = [true, false].map((isOwn) =>
        roles.filter(({ name }) => rolesOfFunctions.has(name) === isOwn),
      ) as [Resource[], Resource[]];
      expect(own).toHaveLength(functions.length);
      for (const role of own) expect([role.name, trusted(role)]).toEqual([role.name, service("lambda")]);
      for (const role of others)
        expect([role.name, trusted(role)]).toEqual([role.name, service("scheduler")]);
      expect(others.map(permissionsOf).sort()).toEqual(
        started.map((job) => [`lambda:InvokeFunction on arn:aws:lambda:::${job}HandlerFunction`]),
      );
    },
  );

  /** The actions of functions, by handler. */
  const actionsIn = (stage: Deployment): ReadonlyMap<string, string> => {
    const byName = new Map(stage.resources.map((resource) => [resource.name, resource]));
    return new Map(
      inputsOf(stage, "aws:lambda/function:Function").map(({ handler, role }) => {
        const statements = policiesOf(byName.get(role.split(":").at(-1))!);
        const actions = statements.flatMap(({ actions, conditions }) =>
          actions.map((action) => JSON.stringify([action, conditions ?? []])),
        );
        return [handler, actions.sort().join("\n")];
      }),
    );
  };

  test("settings of a stage give no function other actions, but to the jobs that they are about", () => {
    const usual = actionsIn(trial);
    const othersIn = (stage: Deployment): string[] =>
      [...actionsIn(stage)].filter(([id, actions]) => actions !== usual.get(id)).map(([id]) => id);
    expect(othersIn(production)).toEqual([]);
    // The tests of jobs say what these may do besides.
    expect(othersIn(elsewhere).sort()).toEqual([
      "functions/jobs/count-logs.handler",
      "functions/jobs/renew-feeds.handler",
    ]);
  });

  test("the job that counts logs does with the table what that of snapshots does", () => {
    const onTable = (stage: Deployment, id: string): string[] =>
      actionsIn(stage)
        .get(`functions/jobs/${id}.handler`)!
        .split("\n")
        .filter((action) => action.includes("dynamodb:"));
    expect(onTable(elsewhere, "count-logs")).toEqual(onTable(trial, "snapshot-catalog"));
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
