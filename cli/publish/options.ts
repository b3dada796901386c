import { readArguments } from "#cli/arguments.ts";
import { UsageError } from "#cli/usage-error.ts";

export interface PublishOptions {
  /** Without repeats, in the order given. */
  readonly files: readonly string[];
  /** The blog's path from the root, such as `/home/notes`. */
  readonly parent?: string;
  readonly url?: string;
  readonly token?: string;
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

/** Parses the arguments. Throws a {@link UsageError} for an unknown option, and if there is no file. */
export const parsePublishOptions = (args: readonly string[]): PublishOptions => {
  const { values, positionals } = readArguments(args, known);
  if (positionals.length === 0) throw new UsageError("FILE.md is missing");
  return { ...values, files: [...new Set(positionals)] };
};
