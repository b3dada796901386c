import type { Deployment, Resource } from "#release/synthesis/synthesize.ts";
import { constructName } from "../../stacks/construct-name.ts";

/** A right of a function. */
export interface RecordedRight {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: readonly {
    readonly test: string;
    readonly variable: string;
    readonly values: readonly string[];
  }[];
}

/** What the functions of a release need to find, whatever release a stage was deployed from last. */
export interface RecordedDeployment {
  /** Whether its functions have versions, which keep the role that they were published with. */
  readonly hasVersions: boolean;
  /** The functions by their handlers: the name of their role, and which of the rights it has. */
  readonly functions: Readonly<Record<string, { readonly role: string; readonly rights: number }>>;
  /** Each set of rights once. */
  readonly rights: readonly (readonly RecordedRight[])[];
  /** The handlers by the keys of routes. */
  readonly routes: Readonly<Record<string, string>>;
  /** What calls functions besides, such as `rate(1 minute) functions/jobs/renew-feeds.handler`. */
  readonly triggers: readonly string[];
}

const ofType = ({ resources }: Deployment, type: string): readonly Resource[] =>
  resources.filter((resource) => resource.type === type);

/** The name in what calls a function: its ARN, that of its alias, or the name itself. */
const calledName = (called: string): string =>
  called
    .replace(/:live$/, "")
    .split(":")
    .at(-1)!;

export const recordDeployment = (deployment: Deployment): RecordedDeployment => {
  const byName = new Map(deployment.resources.map((resource) => [resource.name, resource.inputs]));
  const rights: string[] = [];
  const functions: Record<string, { role: string; rights: number }> = {};
  const handlers = new Map<string, string>();
  let hasVersions = true;
  for (const { name, inputs } of ofType(deployment, "aws:lambda/function:Function")) {
    const role = inputs.role.split("/").at(-1);
    const policies = (byName.get(role).inlinePolicies ?? []) as { readonly policy: string }[];
    const own = JSON.stringify(policies.flatMap(({ policy }) => JSON.parse(policy)));
    if (!rights.includes(own)) rights.push(own);
    functions[inputs.handler] = { role, rights: rights.indexOf(own) };
    handlers.set(name, inputs.handler);
    hasVersions &&= inputs.publish === true;
  }
  const handlerOf = (called: string): string => handlers.get(calledName(called)) ?? called;
  const routes = ofType(deployment, "aws:apigatewayv2/route:Route").map(({ inputs }) => {
    const [, integration = ""] = /^integrations\/(.+)-id$/.exec(inputs.target) ?? [];
    return [inputs.routeKey, handlerOf(byName.get(integration).integrationUri)];
  });
  const schedules = ofType(deployment, "aws:scheduler/schedule:Schedule").map(
    ({ inputs }) => `${inputs.scheduleExpression} ${handlerOf(inputs.target.arn)}`,
  );
  const streams = ofType(deployment, "aws:lambda/eventSourceMapping:EventSourceMapping").map(
    ({ inputs }) => `stream ${handlerOf(inputs.functionName)}`,
  );
  return {
    hasVersions,
    functions,
    rights: rights.map((each) => JSON.parse(each)),
    routes: Object.fromEntries(routes.sort()),
    triggers: [...schedules, ...streams].sort(),
  };
};

/** Whether two handlers are of one Lambda. Its name stays when the file moves, and is what counts. */
const ofOneFunction = (one: string, other: string): boolean => nameOf(one) === nameOf(other);

const nameOf = (handler: string): string => constructName(handler.replace(/^functions\/|\.handler$/g, ""));

/** What functions of the release before would lack after a deployment of the other one. */
export const lackingAfter = (before: RecordedDeployment, after: RecordedDeployment): string[] => [
  ...Object.entries(before.routes).flatMap(([key, handler]) =>
    ofOneFunction(after.routes[key] ?? "", handler)
      ? []
      : [`route ${key} leads to ${after.routes[key]}, and not to ${handler}`],
  ),
  ...before.triggers.flatMap((trigger) =>
    after.triggers.includes(trigger) ? [] : [`nothing calls ${trigger}`],
  ),
  ...Object.entries(before.functions).flatMap(([handler, { role, rights }]) => {
    const ofRole = Object.values(after.functions).find((each) => each.role === role);
    const [, same] = Object.entries(after.functions).find(([each]) => ofOneFunction(each, handler)) ?? [];
    const now = before.hasVersions ? ofRole : same;
    if (!same) return [`${handler} is gone`];
    if (!now) return [`${handler} has no role any more, which was ${role}`];
    return lackingRights(before.rights[rights]!, after.rights[now.rights]!).map(
      (right) => `${handler} may no longer ${right}`,
    );
  }),
];

const lackingRights = (needed: readonly RecordedRight[], given: readonly RecordedRight[]): string[] =>
  needed.flatMap(({ actions, resources, conditions = [] }) =>
    actions.flatMap((action) =>
      resources.flatMap((resource) => {
        const isGiven = given.some(
          (each) =>
            each.actions.includes(action) &&
            each.resources.includes(resource) &&
            (each.conditions ?? []).every((condition) =>
              conditions.some((other) => implies(other, condition)),
            ),
        );
        return isGiven ? [] : [`${action} on ${resource} where ${JSON.stringify(conditions)}`];
      }),
    ),
  );

type Condition = NonNullable<RecordedRight["conditions"]>[number];

/** Whether all requests of one condition have the other: it allows more values, or excludes fewer. */
const implies = (one: Condition, other: Condition): boolean => {
  if (one.test !== other.test || one.variable !== other.variable) return false;
  const [fewer, more] = one.test.includes("Not") ? [other, one] : [one, other];
  return fewer.values.every((value) => more.values.includes(value));
};
