/** The resources in policies of the deployer, as a template of CloudFormation names them. */

/** A placeholder that CloudFormation replaces (`Fn::Sub`). */
export const placeholder = (name: string): string => `\${${name}}`;

export const partition = placeholder("AWS::Partition");
const region = placeholder("AWS::Region");
export const account = placeholder("AWS::AccountId");
/** The stage, or a pattern such as `pr-*`. */
export const stages = placeholder("Stages");
/** The zone of the domain in Route 53. */
const hostedZone = placeholder("HostedZone");
/** The ARN of the policy that `boundary-rights.ts` becomes. */
export const boundaryPolicy = placeholder("Boundary");

export const inRegion = (service: string, rest: string): string =>
  `arn:${partition}:${service}:${region}:${account}:${rest}`;

/** SST shortens the name of the app where a name would be too long: `lect-production-…`. */
export const functions = [inRegion("lambda", `function:l*-${stages}-*`)];
export const layers = ["", ":*"].map((version) => inRegion("lambda", `layer:lectern-${stages}-*${version}`));
export const roles = [`arn:${partition}:iam::${account}:role/lectern-${stages}-*`];
export const tables = [inRegion("dynamodb", `table/lectern-${stages}-*`)];
export const buckets = [`arn:${partition}:s3:::lectern-${stages}-*`];
export const filesInBuckets = [`arn:${partition}:s3:::lectern-${stages}-*/*`];
export const logGroups = [`/lectern/${stages}/*`, `/aws/vendedlogs/apis/lectern-${stages}-*`].map((name) =>
  inRegion("logs", `log-group:${name}`),
);
export const zone = [`arn:${partition}:route53:::hostedzone/${hostedZone}`];
/** These services name what they make themselves, so a policy cannot tell one stage's from another's. */
export const distributions = [`arn:${partition}:cloudfront::${account}:*`];
export const apis = ["apis", "apis/*", "apikeys", "apikeys/*", "tags/*"].map(
  (path) => `arn:${partition}:apigateway:${region}::/${path}`,
);
export const everything = ["*"];
