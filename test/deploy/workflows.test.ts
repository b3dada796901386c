import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { deploymentSettings } from "../../stacks/settings.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly permissions?: object;
  readonly environment?: string | { readonly name: string };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, { readonly types?: string[]; readonly branches?: string[] } | null>>;
  readonly permissions: object;
  readonly concurrency: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = "examples/deploy";
const workflowIn = (file: string): Workflow => parse(readFileSync(`${folder}/${file}`, "utf8"));
const production = workflowIn("production.yml");
const preview = workflowIn("preview.yml");
const environmentOf = ({ environment }: Job) =>
  typeof environment === "object" ? environment.name : environment;
const jobsOf = ({ jobs }: Workflow): Job[] => Object.values(jobs);
const getsCredentials = ({ steps }: Job): boolean =>
  steps.some(({ uses }) => uses?.startsWith("aws-actions/configure-aws-credentials@"));
const commandsIn = ({ steps }: Job): string => steps.map(({ run = "" }) => run).join("\n");

describe.each([
  ["production", production],
  ["preview", preview],
])("the workflow %s", (name, workflow) => {
  test("uses actions by version, and that with credentials by the whole one", () => {
    const used = jobsOf(workflow).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect([...new Set(used)].sort()).toEqual([
      "actions/checkout@v5",
      "actions/setup-node@v5",
      "aws-actions/configure-aws-credentials@v6.2.3",
    ]);
  });

  test("asks for a token and for nothing to write, and has no key of AWS", () => {
    expect(workflow.permissions).toEqual({ contents: "read", "id-token": "write" });
    const text = readFileSync(`${folder}/${name}.yml`, "utf8");
    expect(text).not.toMatch(/AWS_ACCESS_KEY|AWS_SECRET|pull_request_target/);
  });

  test("gets credentials only in jobs of its environment, and no token in others", () => {
    for (const job of jobsOf(workflow)) {
      const roles = job.steps.flatMap(({ with: inputs }) => inputs?.["role-to-assume"] ?? []);
      if (roles.length === 0) {
        expect(job.environment).toBeUndefined();
        expect(job.permissions).not.toHaveProperty("id-token");
      } else {
        expect(environmentOf(job)).toBe(name);
        expect(roles.join()).toMatch(/^\$\{\{ vars\.DEPLOY_ROLE \}\}$/);
      }
    }
    expect(jobsOf(workflow).filter(getsCredentials).length).toBeGreaterThan(0);
  });

  test("bounds the roles that it makes", () => {
    const deploying = jobsOf(workflow).flatMap(({ steps }) =>
      steps.filter(({ run }) => run?.includes("sst deploy")),
    );
    expect(deploying).toHaveLength(1);
    expect(deploying[0]?.env?.PERMISSIONS_BOUNDARY).toMatch(/^\$\{\{ vars\.PERMISSIONS_BOUNDARY \}\}$/);
  });

  test("never cuts a deployment short", () => {
    expect(workflow.concurrency["cancel-in-progress"]).toBe(false);
  });

  test("runs scripts that there are", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const run = jobsOf(workflow).map(commandsIn).join("\n");
    const named = [...run.matchAll(/npm (?:run )?(\w+)/g)]
      .map(([, script]) => script)
      .filter((each) => each !== "ci");
    expect(named.length).toBeGreaterThan(0);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });
});

test("production is deployed from the main branch alone, after all checks", () => {
  expect(production.on).toEqual({ push: { branches: ["main"] }, workflow_dispatch: null });
  const { check, deploy } = production.jobs;
  expect(deploy?.needs).toBe("check");
  expect(commandsIn(check!)).toMatch(/npm run check\nnpm test/);
  expect(commandsIn(deploy!)).toContain("sst deploy --stage production");
});

test("production is checked with uploads, by the token that is a secret of its environment", () => {
  const smoke = production.jobs.deploy!.steps.at(-1);
  expect(smoke?.run).toBe("npm run smoke -- --stage production");
  expect(smoke?.env?.LECTERN_TOKEN).toMatch(/^\$\{\{ secrets\.SMOKE_TOKEN \}\}$/);
});

describe("a preview", () => {
  const { deploy, remove, skipped } = preview.jobs;
  const ofThisRepository = "github.event.pull_request.head.repo.full_name == github.repository";

  test("is a disposable stage of the pull request's number, which a deployment takes", () => {
    const { STAGE = "", DISPOSABLE_STAGE } = preview.env!;
    expect(STAGE).toMatch(/^pr-\$\{\{ github\.event\.number \}\}$/);
    const environment = { AWS_REGION: "eu-central-1", DISPOSABLE_STAGE };
    expect(deploymentSettings("pr-12", environment)).toMatchObject({ disposable: true });
    expect(commandsIn(deploy!)).toContain('sst deploy --stage "$STAGE"');
    expect(deploy!.environment).toMatchObject({ url: expect.stringContaining("steps.deploy.outputs.url") });
  });

  test("is removed when the pull request is closed, also if its branch is gone", () => {
    expect(preview.on.pull_request?.types).toEqual(["opened", "reopened", "synchronize", "closed"]);
    expect(deploy?.if).toContain("github.event.action != 'closed'");
    expect(remove?.if).toContain("github.event.action == 'closed'");
    expect(commandsIn(remove!)).toContain('sst remove --stage "$STAGE"');
    expect(remove?.steps[0]?.with?.ref).toMatch(/^refs\/pull\/.*\/head$/);
  });

  test("is checked with uploads, by a masked token that expires and ends with the run", () => {
    const smoke = deploy!.steps.at(-1)!.run!;
    const order = ["user create", "trap 'npx lectern user deactivate", "token create", "npm run smoke"];
    const places = order.map((words) => smoke.indexOf(words));
    expect(places).toEqual(places.filter((place) => place >= 0).toSorted((one, other) => one - other));
    expect(smoke).toMatch(/token create .*--expires "\$hour" --stage "\$STAGE"/);
    expect(smoke).toContain("::add-mask::$LECTERN_TOKEN");
  });

  test("is not made for forks", () => {
    for (const job of [deploy, remove]) expect(job?.if).toContain(ofThisRepository);
    expect(skipped?.if).toContain(ofThisRepository.replace("==", "!="));
    expect(skipped?.permissions).toEqual({});
  });
});
