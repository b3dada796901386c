import { stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { followSaves } from "#cli/dev/follow-saves.ts";
import { publishRun } from "#cli/dev/publish-run.ts";
import { watchFolder } from "#cli/dev/watch-folder.ts";
import type { Connection } from "#cli/publish/client.ts";
import { findConnection } from "#cli/publish/connection.ts";
import { PlainError } from "#local/plain-error.ts";
import { asArguments, parseArguments } from "./arguments.ts";
import { type CommandContext, printLines, type RunCommand } from "./output.ts";
import { pruneValue, withPruneValue } from "./prune-option.ts";
import { UsageError } from "./usage-error.ts";

const remoteOptions = {
  url: { type: "string" },
  token: { type: "string" },
  profile: { type: "string" },
  parent: { type: "string" },
  source: { type: "string" },
  collection: { type: "string" },
  future: { type: "string" },
  prune: { type: "string" },
  strict: { type: "boolean" },
} as const;

/** `lectern dev` of a program without a service: publishes to one that runs, whenever a file is saved. */
export const devRemote: RunCommand = async (args, context) => {
  const parsed = parseArguments(withPruneValue(args), remoteOptions, ["FOLDER"]);
  const { FOLDER, url, token, profile, prune, ...options } = parsed;
  const { stdout, environment } = context;
  await requireFolder(FOLDER);
  const isNamed = url ?? profile ?? (environment.LECTERN_URL || undefined);
  const connection = await findConnection({ url, token, profile }, environment).catch((error: unknown) => {
    throw isNamed === undefined && error instanceof UsageError ? new UsageError(noService) : error;
  });
  printLines(stdout, [`Publishing ${FOLDER} to ${connection.url} whenever a file is saved; Ctrl-C ends it.`]);
  const given = [...asArguments({ ...options, prune: pruneValue(prune) }), "--", FOLDER];
  await publishWhenSaved(FOLDER, async () => given, context, connection);
  return 0;
};

const noService =
  "This lectern has no service of its own: name one that runs with --url, " +
  "or run lectern dev where Lectern is installed";

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
  { url, token }: Connection,
  failed: Promise<unknown> = never,
): Promise<void> => {
  const connection = { LECTERN_URL: url, LECTERN_TOKEN: token };
  let isFirst = true;
  return followSaves(
    {
      publish: async () => {
        await publishRun(await argumentsOfRun(), connection, { ...context, tellsOfNothing: isFirst });
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
