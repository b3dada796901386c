import { expect } from "vitest";
import type { Route } from "#lib/routes/route.ts";
import type { Deployment, Resource } from "#release/synthesis/synthesize.ts";
import { trial } from "./stages.ts";

export const inputsOf = (deployment: Deployment, type: string) =>
  deployment.resources.filter((resource) => resource.type === type).map(({ inputs }) => inputs);

/** The inputs of the one resource of a type. */
export const only = (deployment: Deployment, type: string) => {
  const found = inputsOf(deployment, type);
  expect(found).toHaveLength(1);
  return found[0];
};

export const inputsNamed = (deployment: Deployment, name: string) =>
  deployment.resources.find((resource) => resource.name === name)!.inputs;

/** In the trial, as are the roles below. */
export const functionOf = ({ id }: Pick<Route, "id">) =>
  inputsOf(trial, "aws:lambda/function:Function").find(
    ({ handler }) => handler === `functions/${id}.handler`,
  );

/** What the alias of a function is called by, in the stand-in of AWS. */
export const liveArn = (name: string): string =>
  `arn:aws:lambda:eu-central-1:123456789012:function:${name}:live`;

/** The functions of a stage, by what their callers call: their aliases. */
export const functionsByLiveArn = (deployment: Deployment): ReadonlyMap<string, Resource["inputs"]> =>
  new Map(
    deployment.resources.flatMap(({ type, name, inputs }) =>
      type === "aws:lambda/function:Function" ? [[liveArn(name), inputs]] : [],
    ),
  );

/** Each action on each resource, such as `s3:GetObject on arn:…`. */
export const permissionsIn = ({ actions, resources }: { actions: string[]; resources: string[] }): string[] =>
  actions.flatMap((action) => resources.map((resource) => `${action} on ${resource}`));

const roleOf = (route: Pick<Route, "id">): Resource => {
  const roleName = functionOf(route).role.split("/").at(-1);
  return trial.resources.find(({ name }) => name === roleName)!;
};

export interface Condition {
  readonly test: string;
  readonly variable: string;
  readonly values: string[];
}

interface Statement {
  readonly actions: string[];
  readonly resources: string[];
  readonly conditions?: Condition[];
}

/** The statements of a role's own policies. */
export const policiesOf = ({ inputs }: Resource): Statement[] =>
  (inputs.inlinePolicies ?? []).flatMap(({ policy }: { policy: string }) => JSON.parse(policy));

export const statementsOf = (route: Pick<Route, "id">) => {
  const role = roleOf(route);
  expect(role.inputs.managedPolicyArns).toEqual([
    "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole",
  ]);
  return policiesOf(role);
};

export const idsOfFunctions = (): string[] =>
  inputsOf(trial, "aws:lambda/function:Function").map(
    ({ handler }) => /^functions\/(.+)\.handler$/.exec(handler)![1]!,
  );

/** The functions whose role has a permission, such as `s3:GetObject on arn:…`. */
export const holdersOf = (permission: string): string[] =>
  idsOfFunctions()
    .filter((id) => statementsOf({ id }).flatMap(permissionsIn).includes(permission))
    .sort();
