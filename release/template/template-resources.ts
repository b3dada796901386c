import type { Deployment, Resource } from "../synthesis/synthesize.ts";
import { type NameOf, withReferences } from "./references.ts";
import { convertedResource, propertiesOfBucket } from "./resource-types.ts";
import type { TemplateResource, TemplateResources, TemplateValue } from "./template-value.ts";
import { synthesisStage } from "./variants.ts";

/**
 * What of SST's stage has no resource in the template: what is SST's own, and what custom resources and
 * parameters give (references.ts).
 */
const leftOut: readonly RegExp[] = [
  /^(sst|pulumi):/,
  /^random:index\/randomBytes:RandomBytes LambdaEncryptionKey$/,
  /^pulumi-nodejs:dynamic:Resource WebWaiter\./,
  // The bundles of functions, the note of the release, and the files of the admin.
  /^aws:s3\/bucketObjectv2:BucketObjectv2 (\w+Code|ReleaseRecord|Admin\w+)$/,
  /^aws:lambda\/invocation:Invocation FirstSnapshot$/,
  /^aws:apigateway\/apiKey:ApiKey ProxySecret2?$/,
  /^aws:ssm\/parameter:Parameter DownloadKey1$/,
  /^aws:cloudfront\/publicKey:PublicKey DownloadPublicKey1$/,
  /^aws:wafv2\/webAcl:WebAcl Firewall$/,
];

const isLeftOut = ({ type, name }: Resource): boolean => leftOut.some((each) => each.test(`${type} ${name}`));

const bucketName = "FilesBucket";

/** Such as `QueryColdStarts` for `Query cold starts`. */
const logicalId = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** The resources of a synthesized stage, as a template has them. Throws for what it does not know. */
export const templateResources = ({ resources }: Deployment): TemplateResources => {
  const made: Record<string, TemplateResource> = {};
  const kept = resources.filter((resource) => !isLeftOut(resource)).map(withOwnName);
  const byName = new Map(kept.map((resource) => [resource.name, resource]));
  const nameOf = nameIn(byName);
  const ofBucket: Record<string, TemplateValue> = {};
  for (const { type, name, inputs } of kept) {
    const bucketProperties = propertiesOfBucket(type, inputs, name);
    if (bucketProperties) {
      Object.assign(ofBucket, withReferences(bucketProperties, nameOf));
      continue;
    }
    const id = logicalId(name);
    if (id in made) throw new Error(`Two resources would be ${id}.`);
    const { Type, Properties } = convertedResource(type, inputs, `lectern-${synthesisStage}-${id}`, name);
    const referring = withReferences(Properties, nameOf);
    made[id] = { Type, Properties: withoutNull(referring) as TemplateResource["Properties"] };
  }
  const bucket = made[bucketName]!;
  made[bucketName] = { ...bucket, Properties: { ...bucket.Properties, ...ofBucket } };
  return made;
};

const maxName = 64;

const chance = /-[abcdefhkmnorstuvwxz]{8}$/;

/**
 * Functions and roles get names that follow from the stage, so that stacks need not pass them on: SST ends
 * the names that it makes by chance.
 */
const withOwnName = (resource: Resource): Resource => {
  const { type, name, inputs } = resource;
  if (!hasOwnName(type) || !chance.test(inputs.name)) return resource;
  const own = `lectern-${synthesisStage}-${name}`;
  if (own.length > maxName) throw new Error(`${own} is longer than AWS allows.`);
  return { ...resource, inputs: { ...inputs, name: own } };
};

const hasOwnName = (type: string): boolean =>
  ["aws:lambda/function:Function", "aws:iam/role:Role"].includes(type);

const nameIn =
  (byName: ReadonlyMap<string, Resource>): NameOf =>
  (name, attribute) => {
    const resource = byName.get(name);
    if (!resource) throw new Error(`Nothing in the template is ${name}, of which ${attribute} is needed.`);
    const { type, inputs } = resource;
    if (hasOwnName(type) && attribute === "Ref") return inputs.name.replace(synthesisStage, "${Stage}");
    if (attribute === "Version") return `\${${logicalId(name)}Version.Version}`;
    if (!["Ref", "DomainName", "FunctionARN", "StreamArn"].includes(attribute))
      throw new Error(`${name} has no ${attribute} in the template.`);
    return `\${${logicalId(name)}${attribute === "Ref" ? "" : `.${attribute}`}}`;
  };

/** Inputs that are not set. */
const withoutNull = (value: TemplateValue): TemplateValue => {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null && each !== undefined)
      .map(([key, each]) => [key, withoutNull(each)]),
  );
};
