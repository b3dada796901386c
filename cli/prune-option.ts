import { UsageError } from "./usage-error.ts";

/** `--prune` takes an optional value, which `parseArgs` does not support. */
export const withPruneValue = (args: readonly string[]): string[] => {
  const end = args.indexOf("--");
  return args.map((word, index) => (word === "--prune" && (end < 0 || index < end) ? "--prune=" : word));
};

/** False if the option is not given. Throws a {@link UsageError} for another value than `all`. */
export const pruneValue = (value: string | undefined): boolean | "all" => {
  if (value === undefined) return false;
  if (value !== "" && value !== "all")
    throw new UsageError(`--prune is given alone or as --prune=all, not as '--prune=${value}'`);
  return value === "all" ? "all" : true;
};
