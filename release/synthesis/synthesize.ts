import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { bundleComponents } from "./sst-components.ts";
import { installPlatform, projectFolder } from "./sst-platform.ts";

/** A resource that would be created. */
export interface Resource {
  /** Such as `aws:lambda/function:Function`. */
  readonly type: string;
  readonly name: string;
  /** The names of all resources that are created before it. */
  readonly waitsFor: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: as many shapes as AWS has kinds of resources.
  readonly inputs: any;
}

export interface Deployment {
  readonly app: { readonly protect: boolean; readonly removal: string; readonly providers: object };
  readonly resources: readonly Resource[];
  /** By handler. */
  readonly built: Readonly<Record<string, BuiltFunction>>;
  readonly outputs: Readonly<Record<string, string>>;
  /** What is printed for the deployer to act on, in an account of 970 roles and ten functions at a time. */
  readonly warnings: readonly string[];
}

export interface BuiltFunction {
  /** Packages beside the bundle. */
  readonly installed: readonly string[];
  /** The versions of these packages. */
  readonly versions: Readonly<Record<string, string>>;
  readonly split: boolean;
  /** As a module. */
  readonly minified: boolean;
  /** With source maps, which are not uploaded. */
  readonly mapped: boolean;
  /** The source, if the deployment writes it; else null. */
  readonly written: string | null;
}

let components: Promise<string> | undefined;

/** Made once. */
const componentsModule = (): Promise<string> => {
  components ??= installPlatform().then(bundleComponents);
  return components;
};

/**
 * What `sst deploy` would create for a stage, without AWS. Throws what ends the deployment. SST's components
 * run in a separate process with only these environment variables and no layers, and Pulumi records the
 * resources. `SYNTHESIZED_VERSION` is the number of the versions that would be published. What only AWS knows
 * has a made-up name, or, with `SYNTHESIS_NAMES=tokens`, is a token (`tokens.ts`). With
 * `SYNTHESIS_QUOTA=raised`, the account has room for reservations. `project` is the folder of the
 * sources, such as those of another release. Takes about three seconds.
 */
export const synthesize = async (
  stage: string,
  environment: NodeJS.ProcessEnv = {},
  project = projectFolder,
): Promise<Deployment> => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const AWS_REGION = "eu-central-1";
  const args = [await componentsModule(), stage, project];
  const program = fork(path.join(import.meta.dirname, "synthesize-stage.ts"), args, {
    env: { PATH, NODE_COMPILE_CACHE, AWS_REGION, ...environment },
    execArgv: [],
    // It prints the settings.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [outcome] = await Promise.race([once(program, "message"), once(program, "exit")]);
  if (typeof outcome !== "object") throw new Error(`Stage ${stage} cannot be synthesized: ${outcome}`);
  return outcome;
};
