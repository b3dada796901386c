import path from "node:path";
import { bundleFolder } from "#release/bundles.ts";
import type { Deployment, Resource } from "#release/synthesis/synthesize.ts";
import { storeLater } from "#test/support/s3.ts";
import type { FilesBehind } from "./aws/options.ts";
import { functionsOf, resourcesOf } from "./deployed.ts";
import type { InvokeFunction } from "./functions/functions.ts";
import type { PublishedFunctions } from "./functions/published.ts";
import { runInvocation } from "./jobs/schedule.ts";
import type { StageResources } from "./stage-resources.ts";

/** What is deployed. */
export interface BuiltRelease {
  readonly deployment: Deployment;
  readonly bundlesFolder: string;
  /** Bundles in place of those of that folder, by the ids of functions. */
  readonly otherBundles?: Readonly<Record<string, string>>;
}

/** The functions of a release, as the versions that a deployment publishes of them. */
export const versionsOf = ({ deployment, bundlesFolder, otherBundles = {} }: BuiltRelease) => {
  const aliases = resourcesOf(deployment, "aws:lambda/alias:Alias");
  const numbers = new Map(aliases.map(({ inputs }) => [inputs.functionName, inputs.functionVersion]));
  return functionsOf(deployment).map((deployed) => ({
    number: numbers.get(deployed.name) as string,
    deployed,
    taskFolder: otherBundles[deployed.id] ?? path.join(bundlesFolder, bundleFolder(deployed.id)),
  }));
};

interface Target {
  readonly resources: StageResources;
  readonly published: PublishedFunctions;
  readonly invoke: InvokeFunction;
  readonly files: FilesBehind;
}

/**
 * Deploys a release over what the stage has: its resources one after another, aliases as early as what they
 * wait for allows, and at the end the removal of what it no longer has. Throws at the first resource that
 * cannot be made, or that AWS refuses; what was made before stays.
 */
export const deploy = async (
  release: BuiltRelease,
  target: Target,
  isRefused: (resource: Resource) => boolean = () => false,
): Promise<void> => {
  const { deployment } = release;
  const versions = new Map(versionsOf(release).map((version) => [version.deployed.name, version]));
  for (const resource of inOrder(deployment.resources)) {
    if (isRefused(resource)) throw new Error(`AWS refuses to make ${resource.name}.`);
    target.resources.put(resource);
    const version = versions.get(resource.name);
    if (version) target.published.publish(version);
    await makers[resource.type]?.(resource, target);
  }
  target.resources.keepOnly(deployment);
};

/** What a resource does beside being there. */
const makers: Readonly<Record<string, (resource: Resource, target: Target) => unknown>> = {
  "aws:lambda/alias:Alias": ({ inputs }, { published }) => {
    const { functionName, name, functionVersion, description } = inputs;
    published.move(functionName, name, { version: functionVersion, description });
  },
  "aws:lambda/invocation:Invocation": (resource, { invoke }) => runInvocation(resource, invoke),
  "aws:s3/bucketObjectv2:BucketObjectv2": async ({ inputs }, { resources, files }) => {
    // Others are in SST's bucket for code.
    if (inputs.bucket !== resourcesOf(resources.deployment, "aws:s3/bucket:Bucket")[0]!.name) return;
    const place = { Bucket: files.bucket(), Key: inputs.key };
    // CloudFront's stand-in has the others from here.
    if (inputs.content !== undefined)
      resources.notedAt = await storeLater(files.endpoint, place, inputs.content, resources.notedAt);
  },
};

const inOrder = (resources: readonly Resource[]): readonly Resource[] => {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const ordered: Resource[] = [];
  const seen = new Set<Resource>();
  const add = (resource: Resource | undefined) => {
    if (!resource || seen.has(resource)) return;
    seen.add(resource);
    for (const name of resource.waitsFor) add(byName.get(name));
    ordered.push(resource);
  };
  for (const resource of resources) if (resource.type === "aws:lambda/alias:Alias") add(resource);
  for (const resource of resources) add(resource);
  return ordered;
};
