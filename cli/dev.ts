import { stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { followSaves } from "#cli/dev/follow-saves.ts";
import { publishRun } from "#cli/dev/publish-run.ts";
import { watchFolder } from "#cli/dev/watch-folder.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments } from "./arguments.ts";
import { type CommandContext, printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const remoteOptions = {
  url: { type: "string" },
  token: { type: "string" },
  parent: { type: "string" },
  source: { type: "string" },
  future: { type: "string" },
  prune: { type: "boolean" },
  strict: { type: "boolean" },
} as const;

/** `lectern dev` of a program without a service: publishes to one that runs, whenever a file is saved. */
export const devRemote: RunCommand = async (args, context) => {
  const { FOLDER, ...options } = parseArguments(args, remoteOptions, ["FOLDER"]);
  const url = options.url ?? (context.environment.LECTERN_URL || undefined);
  if (url === undefined)
    throw new UsageError(
      "This lectern has no service of its own: name one that runs with --url, " +
        "or run lectern dev where Lectern is installed",
    );
  await requireFolder(FOLDER);
  printLines(context.stdout, [`Publishing ${FOLDER} to ${url} whenever a file is saved; Ctrl-C ends it.`]);
  const given = Object.entries({ ...options, url }).flatMap(([name, value]) =>
    value === undefined ? [] : [value === true ? `--${name}` : `--${name}=${value}`],
  );
  await publishWhenSaved(FOLDER, async () => [...given, "--", FOLDER], context, context.environment);
  return 0;
};

/** Throws a {@link PlainError} if there is no such folder. */
export const requireFolder = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new PlainError(`There is no folder ${folder}.`);
};

/** Publishes a folder with what `arguments_` gives for each run, until the command is interrupted. */
export const publishWhenSaved = (
  folder: string,
  argumentsOfRun: () => Promise<readonly string[]>,
  context: CommandContext,
  environment: CommandContext["environment"],
  failed: Promise<unknown> = never,
): Promise<void> => {
  let isFirst = true;
  return followSaves(
    {
      publish: async () => {
        await publishRun(await argumentsOfRun(), environment, { ...context, tellsOfNothing: isFirst });
        isFirst = false;
      },
      watch: (changed) => watchFolder(folder, changed),
      pause: () => setTimeout(quietMs),
    },
    Promise.race([context.untilInterrupted?.() ?? never, failed]),
  );
};

/** Editors write a file in several steps within some milliseconds. */
const quietMs = 100;

const never = new Promise<never>(() => {});
