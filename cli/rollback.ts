import { readStageReleases } from "#cli/release/read-stage-releases.ts";
import { obstacles, type WayBack, wayBack, withdrawnAfter } from "#cli/release/way-back.ts";
import { readWithdrawn, writeWithdrawn } from "#cli/release/withdrawn.ts";
import { readFormat } from "#lib/store/table-format.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, requiredStage } from "./arguments.ts";
import { counted, printLines, type RunCommand } from "./output.ts";

const options = {
  stage: { type: "string" },
  to: { type: "string" },
  "dry-run": { type: "boolean", default: false },
} as const;

/**
 * `lectern rollback`: lets the aliases of a stage's functions be at the versions of an earlier release
 * (decision 123). Asks everything before it changes anything; a run that is ended half way is repeated.
 */
export const rollback: RunCommand = async (args, { environment, stdout }) => {
  const { stage: given, to, "dry-run": dryRun } = parseArguments(args, options, []);
  const stage = requiredStage(given, "docs/upgrading.md says how one machine goes back");
  const { functions, releases, live } = await readStageReleases(stage, environment);
  const withdrawn = await readWithdrawn(stage);
  const way = wayBack({ releases, live, withdrawn }, to);
  if (way.moves.length === 0) {
    printLines(stdout, [`${way.to.id} is live.`]);
    return 0;
  }
  const missing = await functions.missing(way.moves);
  const problems = obstacles(way, { format: await readFormat(), missing });
  if (problems.length > 0) throw new PlainError(problems.join("\n"));
  printLines(stdout, [announced(way, dryRun)]);
  if (dryRun) return 0;
  // First, so that the next deployment moves all aliases, however far this comes.
  await writeWithdrawn(stage, withdrawnAfter(way, withdrawn));
  const failures = await functions.move(way.moves, way.to.id);
  if (failures.length > 0) throw new PlainError(incomplete(way, failures));
  printLines(stdout, ended(way, stage));
  return 0;
};

const announced = ({ from, to, moves }: WayBack, dryRun: boolean): string =>
  `From ${from.id} to ${to.id}: ${counted(moves.length, "function")} ${dryRun ? "would change" : "to change"}.`;

const incomplete = ({ moves, to }: WayBack, failures: readonly string[]): string =>
  [
    `${failures.length} of ${counted(moves.length, "function")} could not be moved to ${to.id}; run the command again with --to ${to.id}.`,
    ...failures,
  ].join("\n");

const ended = ({ from, to, isBack, newer }: WayBack, stage: string): string[] => [
  `${to.id} is live.`,
  ...(newer.length > 0 ? [`Functions that it does not know stay as they were: ${newer.length}.`] : []),
  ...(from === to
    ? []
    : [`To go ${isBack ? "forward" : "back"} again: lectern rollback --stage ${stage} --to ${from.id}`]),
];
