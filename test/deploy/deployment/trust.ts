import { describe, expect, test } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import type { Deployment, Resource } from "#release/synthesis/synthesize.ts";
import { physicalRoleName } from "../../../stacks/role-name.ts";
import { functionOf, holdersOf, inputsOf, liveArn, permissionsIn, policiesOf } from "./resources.ts";
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

  const permissionsWithConditions = (role: Resource): string =>
    policiesOf(role)
      .map((statement) => JSON.stringify(statement))
      .sort()
      .join();

  const jobs = [
    "JobsCompleteMedia",
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
    ["elsewhere", () => elsewhere, ["JobsCountLogs", ...jobs].sort()],
  ])(
    "in %s, Lambda takes on roles of functions; the scheduler others, to start their job",
    (_, of, started) => {
      const roles = of().resources.filter(({ type }) => type === "aws:iam/role:Role");
      const functions = inputsOf(of(), "aws:lambda/function:Function");
      const rolesOfFunctions = new Set(functions.map(({ role }) => role.split("/").at(-1)));
      const [own, others] = [true, false].map((isOwn) =>
        roles.filter(({ name }) => rolesOfFunctions.has(name) === isOwn),
      ) as [Resource[], Resource[]];
      expect(own).toHaveLength(rolesOfFunctions.size);
      for (const role of own) expect([role.name, trusted(role)]).toEqual([role.name, service("lambda")]);
      for (const role of others)
        expect([role.name, trusted(role)]).toEqual([role.name, service("scheduler")]);
      expect(others.map(permissionsOf).sort()).toEqual(
        started.map((job) => [`lambda:InvokeFunction on ${liveArn(`${job}HandlerFunction`)}`]),
      );
    },
  );

  test.each<[string, () => Deployment]>([
    ["trial", () => trial],
    ["production", () => production],
    ["elsewhere", () => elsewhere],
  ])("in %s, no two roles allow the same, and routes with the same rights share one", (_, of) => {
    const roles = of().resources.filter(({ type }) => type === "aws:iam/role:Role");
    const allowed = roles.map((role) => permissionsWithConditions(role));
    expect(new Set(allowed).size).toBe(roles.length);
    // No role has to allow what `api` says.
    const given = [...routes, fallback].map(({ uses }) => uses.filter((use) => use !== "api").toSorted());
    const sets = new Set(given.map((uses) => uses.join()));
    expect(roles.filter(({ name }) => name.startsWith("RoleOf"))).toHaveLength(sets.size);
  });

  test("a role of routes says in its name what it allows, or whose it is", () => {
    const names = inputsOf(production, "aws:iam/role:Role").flatMap(({ name, description }) =>
      description ? [name.replace(/^lectern-production-/, "")] : [],
    );
    expect(names).toEqual(expect.arrayContaining(["TableRead", "CatalogTableRead", "MediaDeleteTableWrite"]));
    expect(names.filter((name) => !/^[A-Za-z]+$/.test(name))).toEqual([]);
    const named = (id: string) => functionOf({ id }).role.split("/").at(-1);
    expect(named("administration/manifest/apply")).toBe("RoleOfAdministrationManifestApply");
    expect(named("fallback")).toBe("RoleOfTableRead");
  });

  test("names of roles fit into AWS's 64 characters after a stage of any length, and stay different", () => {
    const uses = ["CatalogTableRead", "CatalogTableWrite", "CatalogMediaDeleteTableWrite"];
    for (const stage of [
      "x",
      "production",
      "pr-1234567890",
      "a-stage-with-a-name-of-forty-eight-characters-ok",
    ]) {
      const names = uses.map((name) => physicalRoleName(stage, name));
      expect(new Set(names).size).toBe(uses.length);
      for (const name of names) expect(name).toMatch(new RegExp(`^lectern-${stage}-\\w{1,45}$`));
      expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(64);
    }
  });

  /** The actions of functions, by handler. */
  const actionsIn = (stage: Deployment): ReadonlyMap<string, string> => {
    const byName = new Map(stage.resources.map((resource) => [resource.name, resource]));
    return new Map(
      inputsOf(stage, "aws:lambda/function:Function").map(({ handler, role }) => {
        const statements = policiesOf(byName.get(role.split("/").at(-1))!);
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
    expect(holdersOf("lambda:InvokeFunction on arn:aws:lambda:::JobsProbeMediaFunction:live")).toEqual([
      "administration/manifest/apply",
      "editor/media/upload-audio",
      "editor/media/upload-video",
      "jobs/complete-media",
      "videos/upload",
    ]);
    const open = inputsOf(trial, "aws:lambda/permission:Permission");
    expect(open.filter(({ function: arn }) => arn.includes(":Jobs"))).toEqual([]);
  });

  test("API Gateway invokes the functions of routes, for the APIs of this stage only", () => {
    const open = inputsOf(trial, "aws:lambda/permission:Permission");
    const invoked = new Set(open.map(({ function: arn }) => arn));
    expect(invoked.size).toBe(routes.length + 1);
    for (const permission of open)
      expect(permission).toMatchObject({
        action: "lambda:InvokeFunction",
        principal: "apigateway.amazonaws.com",
        sourceArn: expect.stringMatching(/^arn:aws:execute-api:::(Api|HeadApi)Api\/\*$/),
      });
  });
});
