import { readArguments } from "#cli/arguments.ts";
import { UsageError } from "#cli/usage-error.ts";

/** How `lectern publish` is asked to run. */
export interface PublishOptions {
  /** Each file once, in the order in which they were given. */
  readonly files: readonly string[];
  /** The blog's path from the root, such as `/home/notes`. */
  readonly parent?: string;
  readonly url?: string;
  readonly token?: string;
  /** Save only, publish nothing. */
  readonly draft: boolean;
  readonly json: boolean;
}

const known = {
  parent: { type: "string" },
  url: { type: "string" },
  token: { type: "string" },
  draft: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/**
 * The options in a command line's arguments. Refused with a {@link UsageError}: unknown ones, and no file.
 */
export const parsePublishOptions = (args: readonly string[]): PublishOptions => {
  const { values, positionals } = readArguments(args, known);
  if (positionals.length === 0) throw new UsageError("FILE.md is missing");
  return { ...values, files: [...new Set(positionals)] };
};
