import { parse } from "yaml";
import { fitsWildcards } from "#test/support/wildcards.ts";
import { deployerTemplate } from "../../stacks/write-deployer.ts";

// biome-ignore lint/suspicious/noExplicitAny: a template of CloudFormation.
type Untyped = any;

interface Permission {
  /** The policy of the template that it is in. */
  readonly policy: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: Untyped;
}

/** A template as CloudFormation would read it for a stage, in account 123456789012. */
export const deployerFor = (stages: string) => {
  const values: Readonly<Record<string, string>> = {
    "AWS::Partition": "aws",
    "AWS::Region": "eu-central-1",
    "AWS::AccountId": "123456789012",
    Stages: stages,
    Environment: "production",
    Repository: "a-writer/a-site",
    Boundary: "arn:aws:iam::123456789012:policy/boundary",
    HostedZone: "zone",
  };
  const filled = (value: Untyped): Untyped => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(filled);
    if ("Fn::Sub" in value)
      return value["Fn::Sub"].replace(/\$\{([\w:]+)\}/g, (_: string, name: string) => values[name]);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner)]));
  };
  const resources: Record<string, Untyped> = filled(parse(deployerTemplate()).Resources);
  const documents = Object.entries(resources).flatMap(([name, { Properties }]) =>
    Properties.PolicyDocument ? [[name, Properties.PolicyDocument] as const] : [],
  );
  const permissions: readonly Permission[] = documents.flatMap(([policy, { Statement }]) =>
    Statement.map((each: Untyped) => ({
      policy,
      actions: each.Action,
      resources: each.Resource,
      conditions: each.Condition ?? {},
    })),
  );
  return { role: resources.Deployer.Properties, documents, permissions };
};

/** The permissions of the role, so without the boundary of functions, that allow an action on a resource. */
export const allowing = (permissions: readonly Permission[], action: string, arn: string): Permission[] =>
  about(action, arn, permissions).filter(({ policy }) => policy !== "Boundary");

/** Whether functions may be allowed an action on a resource. */
export const isWithinBoundary = (permissions: readonly Permission[], action: string, arn: string): boolean =>
  about(action, arn, permissions).some(({ policy }) => policy === "Boundary");

const about = (action: string, arn: string, permissions: readonly Permission[]): Permission[] =>
  permissions.filter(
    ({ actions, resources }) =>
      actions.some((each) => fitsWildcards(each, action)) &&
      resources.some((each) => fitsWildcards(each, arn)),
  );
