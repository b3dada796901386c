import { readStageReleases } from "#cli/release/read-stage-releases.ts";
import { removeRelease } from "#cli/release/stored-releases.ts";
import { liveRelease } from "#cli/release/way-back.ts";
import { readWithdrawn } from "#cli/release/withdrawn.ts";
import { parseArguments, requiredStage } from "./arguments.ts";
import { aligned, counted, printJson, printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const stageOption = { stage: { type: "string" } } as const;
const listOptions = { ...stageOption, json: { type: "boolean", default: false } } as const;
const pruneOptions = { ...stageOption, keep: { type: "string", default: "5" } } as const;

/** `lectern releases`: the releases that a stage can go back to. */
export const listReleases: RunCommand = async (args, { environment, stdout }) => {
  const { stage: given, json } = parseArguments(args, listOptions, []);
  const stage = requiredStage(given);
  const { releases, live } = await readStageReleases(stage, environment);
  const withdrawn = await readWithdrawn(stage);
  const current = liveRelease({ releases, live })?.id;
  const listed = releases.map(({ id, deployedAt, tableFormat, functions }) => ({
    id,
    deployed_at: deployedAt.toISOString(),
    state: id === current ? "live" : withdrawn.includes(id) ? "withdrawn" : "kept",
    functions: Object.keys(functions).length,
    table_format: tableFormat,
  }));
  if (json) printJson(stdout, { releases: listed });
  else
    printLines(
      stdout,
      aligned(
        listed.map((each) => [
          each.id,
          each.deployed_at,
          each.state,
          counted(each.functions, "function"),
          `format ${each.table_format}`,
        ]),
      ),
    );
  return 0;
};

/**
 * `lectern releases prune`: removes older releases, and the versions of functions that no other has: an
 * account has 75 GB for the code of all versions in a region. The live release stays.
 */
export const pruneReleases: RunCommand = async (args, { environment, stdout }) => {
  const { stage, keep } = parseArguments(args, pruneOptions, []);
  if (!/^[1-9]\d{0,2}$/.test(keep)) throw new UsageError("--keep takes a number from 1 to 999");
  const { functions, releases, live } = await readStageReleases(requiredStage(stage), environment);
  const current = liveRelease({ releases, live });
  if (!current) {
    printLines(stdout, ["There is no record of the stage's present release, so all versions stay."]);
    return 0;
  }
  const kept = releases.filter((release, index) => index < Number(keep) || release === current);
  const needed = new Set(
    [...kept.flatMap((each) => Object.entries(each.functions)), ...live].map((version) => version.join(" ")),
  );
  const removed = releases.filter((release) => !kept.includes(release));
  const versions = await functions.versions([...live.keys()]);
  // A deployment that is at work has published versions that no release has yet.
  const newest = (name: string): number =>
    Math.max(...releases.map((release) => Number(release.functions[name] ?? 0)));
  const unneeded = versions.filter(
    ({ name, version }) => !needed.has(`${name} ${version}`) && Number(version) <= newest(name),
  );
  // The note of a release first: what is noted can be gone back to.
  for (const release of removed) await removeRelease(release);
  await functions.remove(unneeded);
  printLines(stdout, [
    `${counted(removed.length, "release")} and ${counted(unneeded.length, "version")} of functions removed; ${counted(kept.length, "release")} kept.`,
  ]);
  return 0;
};
