import { readArguments, serviceOptions } from "#cli/arguments.ts";
import { type PublishOptions, parsePublishOptions } from "#cli/publish/options.ts";
import { UsageError } from "#cli/usage-error.ts";

export interface PullOptions extends PublishOptions {
  /** Shows what would be written. */
  readonly dryRun: boolean;
  /** Writes pages that no folder keeps, too. */
  readonly addsNew: boolean;
}

/** Parses the arguments. Throws a {@link UsageError} for an unknown option, and if there is no folder. */
export const parsePullOptions = (args: readonly string[]): PullOptions => {
  const { values, positionals } = readArguments(args, {
    parent: { type: "string" },
    ...serviceOptions,
    source: { type: "string" },
    force: { type: "boolean", default: false },
    new: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  if (positionals.length === 0) throw new UsageError("FOLDER is missing");
  const { new: addsNew, "dry-run": dryRun, ...others } = values;
  if (addsNew && positionals.length > 1) throw new UsageError("--new writes into one folder; name one alone");
  if (values.source?.trim() === "") throw new UsageError("--source needs a name");
  const { force: _, ...defaults } = parsePublishOptions(positionals.slice(0, 1));
  return { ...defaults, ...others, paths: [...new Set(positionals)], dryRun, addsNew };
};
