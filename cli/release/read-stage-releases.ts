import { chooseDeployment } from "#cli/open-store.ts";
import type { CommandContext } from "#cli/output.ts";
import { stageFunctions } from "./stage-functions.ts";
import { storedReleases } from "./stored-releases.ts";

/** Lets this process use a stage; gives its releases, its functions, and the version that each is at. */
export const readStageReleases = async (stage: string, environment: CommandContext["environment"]) => {
  await chooseDeployment(stage, environment);
  const functions = stageFunctions();
  const releases = await storedReleases();
  const names = new Set(releases.flatMap((each) => Object.keys(each.functions)));
  return { functions, releases, live: await functions.live([...names]) };
};
