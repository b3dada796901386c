import type { Deployment, Resource } from "#release/synthesis/synthesize.ts";
import type { IamCondition } from "#test/support/iam-conditions.ts";

/** A statement of a policy, as Pulumi describes it. */
export interface Statement {
  readonly effect?: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: readonly IamCondition[];
}

/** A function of a stage. */
export interface DeployedFunction {
  /** As other resources and rights name it. */
  readonly name: string;
  /** Such as `editor/posts/read`. */
  readonly id: string;
  readonly handler: string;
  readonly role: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly temporaryMb: number;
  readonly hasLayers: boolean;
  readonly logGroup: string;
}

export const resourcesOf = ({ resources }: Deployment, type: string): readonly Resource[] =>
  resources.filter((resource) => resource.type === type);

/** The inputs of a resource; by default of the only one of its type. */
export const resourceInputs = (deployment: Deployment, type: string, name?: string): Resource["inputs"] => {
  const found = resourcesOf(deployment, type).filter((resource) => (name ?? resource.name) === resource.name);
  if (found.length !== 1) throw new Error(`The stage has ${found.length} of ${type} ${name ?? ""}.`);
  return found[0]!.inputs;
};

/** The name in an ARN of the synthesis, or in an id. */
export const nameIn = (arnOrId: string): string =>
  arnOrId
    .split(":::")
    .at(-1)!
    .replace(/^arn:.*:role\//, "")
    .replace(/-id$/, "");

export const functionsOf = (deployment: Deployment): readonly DeployedFunction[] =>
  resourcesOf(deployment, "aws:lambda/function:Function").map(({ name, inputs }) => ({
    name,
    id: /^functions\/(.+)\.\w+$/.exec(inputs.handler)![1]!,
    handler: inputs.handler,
    role: nameIn(inputs.role),
    variables: inputs.environment.variables,
    memoryMb: inputs.memorySize,
    timeoutSeconds: inputs.timeout,
    temporaryMb: inputs.ephemeralStorage?.size ?? 512,
    hasLayers: (inputs.layers ?? []).length > 0,
    logGroup: inputs.loggingConfig.logGroup,
  }));

/** The function behind its name or ARN, with the alias that it is called by, such as `RootFunction:live`. */
export const functionBehind = (nameOrArn: string): string =>
  /(?::function|::):(.+)/.exec(nameOrArn)?.[1] ?? nameOrArn;

/** What a role's own policies state. */
export const statementsOfRole = (deployment: Deployment, role: string): readonly Statement[] =>
  (resourceInputs(deployment, "aws:iam/role:Role", role).inlinePolicies ?? []).flatMap(
    ({ policy }: { readonly policy: string }) => JSON.parse(policy),
  );
