import type { Deployment } from "#release/synthesis/synthesize.ts";
import { deployerFor } from "#test/deploy/deployer-policies.ts";
import type { Statement } from "../deployed.ts";

const region = "eu-central-1:123456789012";

/** What the role of `deployer.yaml` may do in a stage that has this name. */
export const statementsOfDeployer = (stage: string): readonly Statement[] =>
  deployerFor(stage)
    .permissions.filter(({ policy }) => policy !== "Boundary" && policy !== "Disposability")
    .map(({ actions, resources, conditions }) => ({ actions, resources, conditions: listed(conditions) }));

/** Conditions as CloudFormation has them. */
type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

const listed = (conditions: Conditions) =>
  Object.entries(conditions).flatMap(([test, variables]) =>
    Object.entries(variables).map(([variable, values]) => ({ test, variable, values: [values].flat() })),
  );

/** The ARN that a resource has on AWS, where the stage's resources have the names of the synthesis. */
export const arnOnAws = ({ resources }: Deployment, resource: string): string => {
  const [service = "", rest = ""] = resource.replace(/^arn:aws:/, "").split(":::");
  const [name = "", ...file] = rest.split("/");
  const inputs = resources.find(
    (each) => each.name === name && each.type.startsWith(`aws:${service}/`),
  )?.inputs;
  switch (service) {
    case "dynamodb":
      return `arn:aws:dynamodb:${region}:table/${inputs.name}`;
    case "lambda":
      return `arn:aws:lambda:${region}:function:${inputs?.name ?? name}`;
    case "s3":
      return ["arn:aws:s3", "", "", [inputs.bucket, ...file].join("/")].join(":");
    case "ssm":
      return `arn:aws:ssm:${region}:parameter${inputs?.name ?? rest}`;
    default:
      return resource;
  }
};
