import pLimit from "p-limit";
import { type Deployment, synthesize } from "../synthesis/synthesize.ts";
import { completeResources, type ReleasedTemplate } from "./added-resources.ts";
import { mergedVariants } from "./merged-variants.ts";
import { nestedStacks, type Template } from "./nested-stacks.ts";
import { templateResources } from "./template-resources.ts";
import { fullEnvironment, synthesisStage, variants } from "./variants.ts";

const environmentWith = (changes: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...fullEnvironment, ...changes }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

export interface SynthesizedVariants {
  readonly full: Deployment;
  /** In the order of {@link variants}. */
  readonly others: readonly Deployment[];
}

/** Synthesizes the fullest stage, and each that differs from it in one setting. Takes a minute or two. */
export const synthesizeVariants = async (): Promise<SynthesizedVariants> => {
  const limit = pLimit(2);
  const [full, ...others] = await Promise.all(
    [{ environment: {} }, ...variants].map(({ environment }) =>
      limit(() => synthesize(synthesisStage, environmentWith(environment))),
    ),
  );
  return { full: full!, others };
};

/** The template of a site, and those that it nests, by their file names. */
export const siteTemplate = (
  { full, others }: SynthesizedVariants,
  released: ReleasedTemplate,
): Readonly<Record<string, Template>> => {
  const merged = mergedVariants(
    templateResources(full),
    variants.map(({ condition, holds, environment }, index) => ({
      condition,
      holds,
      setting: Object.keys(environment).join(),
      resources: templateResources(others[index]!),
    })),
  );
  return nestedStacks(completeResources(merged, released), released.version);
};
