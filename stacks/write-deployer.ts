/** Writes `examples/deploy/deployer.yaml` (docs/deploy-ci.md): `npm run deployer`. */
import { readFileSync, writeFileSync } from "node:fs";
import { stringify } from "yaml";
import { rightsOfFunctions } from "./boundary-rights.ts";
import { account, partition, placeholder } from "./deployer-arns.ts";
import { type DeployerRight, rightsByType, rightsOfProgram } from "./deployer-rights.ts";

export const deployerFile = "examples/deploy/deployer.yaml";

interface Statement {
  readonly Effect: "Allow";
  readonly Action: readonly string[];
  readonly Resource: readonly unknown[];
  readonly Condition?: unknown;
}

/** A statement for each set of resources and conditions, with all actions on them. */
const statementsOf = (rights: readonly DeployerRight[]): Statement[] => {
  const groups = new Map<string, DeployerRight[]>();
  for (const right of rights) {
    const key = JSON.stringify([right.on, right.where]);
    groups.set(key, [...(groups.get(key) ?? []), right]);
  }
  return [...groups.values()].map((group) => {
    const [{ on, where }] = group as [DeployerRight];
    return {
      Effect: "Allow",
      Action: [...new Set(group.flatMap(({ actions }) => actions))].sort(),
      Resource: on.map(substituted),
      ...(where && { Condition: substitutedIn(where) }),
    };
  });
};

const placeholderStart = placeholder("").slice(0, 2);

const substituted = (text: string): unknown => (text.includes(placeholderStart) ? { "Fn::Sub": text } : text);

const substitutedIn = (value: unknown): unknown => {
  if (typeof value === "string") return substituted(value);
  if (Array.isArray(value)) return value.map(substitutedIn);
  const entries = Object.entries(value as object);
  return Object.fromEntries(entries.map(([key, inner]) => [key, substitutedIn(inner)]));
};

const policyOf = (rights: readonly DeployerRight[]) => ({
  Version: "2012-10-17",
  Statement: statementsOf(rights),
});

const managedPolicy = (description: string, rights: readonly DeployerRight[]) => ({
  Type: "AWS::IAM::ManagedPolicy",
  Properties: { Description: description, PolicyDocument: policyOf(rights) },
});

/** AWS takes 6,144 characters in a policy, so there are some, by what their rights are about. */
const parts: Readonly<Record<string, (type: string) => boolean>> = {
  Code: (type) => /^aws:(lambda|scheduler)/.test(type),
  Roles: (type) => /^aws:iam/.test(type),
  Web: (type) => /^(aws:(acm|apigateway|cloudfront|route53|wafv2)|pulumi)/.test(type),
  Operation: (type) => /^aws:(budgets|cloudwatch|sns)/.test(type),
  Data: (type) => /^aws:(dynamodb|s3|ssm)/.test(type),
};

const rightsOfPart = (belongs: (type: string) => boolean): DeployerRight[] =>
  Object.entries(rightsByType).flatMap(([type, rights]) => (belongs(type) ? rights : []));

const isDisposable = ({ onlyDisposable }: DeployerRight): boolean => onlyDisposable === true;

const template = () => {
  const all = Object.values(rightsByType).flat();
  const policies = {
    Program: managedPolicy("SST's state, and what is read before a deployment", rightsOfProgram),
    ...Object.fromEntries(
      Object.entries(parts).map(([name, belongs]) => [
        name,
        managedPolicy(
          `Deploys a stage of Lectern: ${name.toLowerCase()}`,
          rightsOfPart(belongs).filter((right) => !isDisposable(right)),
        ),
      ]),
    ),
  };
  const disposable = {
    Condition: "IsDisposable",
    ...managedPolicy("Fills and removes stages of Lectern", all.filter(isDisposable)),
  };
  return {
    AWSTemplateFormatVersion: "2010-09-09",
    Description: "Who deploys Lectern from GitHub Actions, and what functions may do at most",
    Parameters: {
      Repository: {
        Type: "String",
        Description: "owner/name, or owner@id/name@id where GitHub's tokens have numbers",
        AllowedPattern: "[\\w.-]+(@\\d+)?/[\\w.-]+(@\\d+)?",
      },
      Environment: {
        Type: "String",
        Description: "GitHub's environment whose jobs deploy",
        AllowedPattern: "[\\w-]{1,40}",
      },
      Stages: {
        Type: "String",
        Description: "The stage, or a pattern of stages such as pr-*",
        AllowedPattern: "[a-zA-Z0-9-]{2,}\\*?",
      },
      Disposable: {
        Type: "String",
        Description: "true: the deployer may also fill and remove these stages",
        AllowedValues: ["false", "true"],
        Default: "false",
      },
      HostedZone: {
        Type: "String",
        Description: "The id of the domain's zone in Route 53 of this account",
        Default: "none",
      },
      Provider: {
        Type: "String",
        Description: "new, or existing if this account trusts GitHub's tokens already: it does that once",
        AllowedValues: ["new", "existing"],
        Default: "new",
      },
    },
    Conditions: {
      IsDisposable: { "Fn::Equals": [{ Ref: "Disposable" }, "true"] },
      IsFirst: { "Fn::Equals": [{ Ref: "Provider" }, "new"] },
    },
    Resources: {
      GitHub: {
        Type: "AWS::IAM::OIDCProvider",
        Condition: "IsFirst",
        Properties: { Url: `https://${issuer}`, ClientIdList: [audience] },
      },
      Boundary: managedPolicy("The most that functions of Lectern may be allowed", rightsOfFunctions),
      ...policies,
      Disposability: disposable,
      Deployer: {
        Type: "AWS::IAM::Role",
        Properties: {
          // Not the name of a role that a stage has: the deployer may change those.
          RoleName: { "Fn::Sub": `deployer-of-lectern-${placeholder("Environment")}` },
          MaxSessionDuration: 3_600,
          AssumeRolePolicyDocument: trust,
          ManagedPolicyArns: [
            ...Object.keys(policies).map((name) => ({ Ref: name })),
            { "Fn::If": ["IsDisposable", { Ref: "Disposability" }, { Ref: "AWS::NoValue" }] },
          ],
        },
      },
    },
    Outputs: {
      DeployRole: { Value: { "Fn::GetAtt": ["Deployer", "Arn"] } },
      PermissionsBoundary: { Value: { Ref: "Boundary" } },
    },
  };
};

const issuer = "token.actions.githubusercontent.com";
const audience = "sts.amazonaws.com";

/** The name that GitHub gives to the jobs of an environment. */
const jobs = `repo:${placeholder("Repository")}:environment:${placeholder("Environment")}`;

/** Trusts only jobs of one environment of one repository. */
const trust = {
  Version: "2012-10-17",
  Statement: [
    {
      Effect: "Allow",
      Action: "sts:AssumeRoleWithWebIdentity",
      Principal: {
        Federated: { "Fn::Sub": `arn:${partition}:iam::${account}:oidc-provider/${issuer}` },
      },
      Condition: {
        StringEquals: {
          [`${issuer}:aud`]: audience,
          [`${issuer}:sub`]: { "Fn::Sub": jobs },
        },
      },
    },
  ],
};

const header = `# Made by \`npm run deployer\` from stacks/deployer-rights.ts; docs/deploy-ci.md says how to use it.
`;

export const deployerTemplate = (): string =>
  header + stringify(template(), { lineWidth: 0, aliasDuplicateObjects: false });

if (import.meta.main) {
  writeFileSync(deployerFile, deployerTemplate());
  console.log(`${deployerFile}: ${readFileSync(deployerFile).length} bytes`);
}
