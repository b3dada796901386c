import { readArguments, serviceOptions } from "#cli/arguments.ts";
import { pruneValue, withPruneValue } from "#cli/prune-option.ts";
import { UsageError } from "#cli/usage-error.ts";
import { type Future, futures } from "./state.ts";

export interface PublishOptions {
  /** Files and folders, without repeats, in the order given. */
  readonly paths: readonly string[];
  /** The blog's path from the root, such as `/home/notes`. */
  readonly parent?: string;
  readonly url?: string;
  readonly token?: string;
  readonly profile?: string;
  /** The name by which the service knows a folder; by default that of `source-name.ts`. */
  readonly source?: string;
  /** The collection for uploads: an id, or a path such as `Root/Shows`. */
  readonly collection?: string;
  readonly draft: boolean;
  readonly future: Future;
  /** Takes pages off the site whose files are gone from a folder; `all`: however many they are. */
  readonly prune: boolean | "all";
  /** Unknown keys are faults. */
  readonly strict: boolean;
  /** Makes categories and authors that files name and the site lacks. */
  readonly createTerms: boolean;
  /** Sends nothing if any file has a fault. */
  readonly allOrNothing: boolean;
  /** Overwrites what others have edited. */
  readonly force: boolean;
  readonly json: boolean;
  /** For `plan`: the file to keep the plan in. For `publish`: the plan to carry out. */
  readonly out?: string;
  readonly plan?: string;
}

const known = {
  parent: { type: "string" },
  ...serviceOptions,
  source: { type: "string" },
  collection: { type: "string" },
  future: { type: "string", default: "schedule" },
  prune: { type: "string" },
  strict: { type: "boolean", default: false },
  force: { type: "boolean", default: false },
  "all-or-nothing": { type: "boolean", default: false },
  "create-terms": { type: "boolean", default: false },
  draft: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/** The option that only one of the commands has. */
const own = { plan: "out", publish: "plan" } as const;

/** Parses the arguments. Throws a {@link UsageError} for an unknown option, and if there is no file. */
export const parsePublishOptions = (
  args: readonly string[],
  command: "publish" | "plan" = "publish",
): PublishOptions => {
  const { values, positionals } = readArguments(withPruneValue(args), {
    ...known,
    [own[command]]: { type: "string" },
  });
  if (positionals.length === 0) throw new UsageError("FILE.md is missing");
  const future = futures.find((each) => each === values.future);
  if (!future) throw new UsageError(`--future is one of ${futures.join(", ")}`);
  if (values.source?.trim() === "") throw new UsageError("--source needs a name");
  const { "all-or-nothing": allOrNothing, "create-terms": createTerms, ...others } = values;
  return {
    ...others,
    allOrNothing,
    createTerms,
    prune: pruneValue(values.prune),
    future,
    paths: [...new Set(positionals)],
  };
};
