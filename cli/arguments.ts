import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { certain } from "#lib/certain.ts";
import { nearestName } from "#lib/nearest-name.ts";
import { UsageError } from "./usage-error.ts";

/** Which store a command opens itself. */
export const storeOptions = {
  data: { type: "string" },
  stage: { type: "string" },
} as const satisfies ParseArgsOptionsConfig;

/** The options for the service, and the account, that a command uses. */
export const serviceOptions = {
  url: { type: "string" },
  token: { type: "string" },
  profile: { type: "string" },
} as const satisfies ParseArgsOptionsConfig;

export const siteOptions = { ...storeOptions, ...serviceOptions } as const;

/** The options, and the other arguments under the names in `expected`. Throws {@link UsageError}. */
export const parseArguments = <Options extends ParseArgsOptionsConfig, Name extends string>(
  args: readonly string[],
  options: Options,
  expected: readonly Name[],
) => {
  const { values, positionals } = readArguments(args, options);
  const missing = expected[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const surplus = positionals[expected.length];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument '${surplus}'`);
  const named = Object.fromEntries(expected.map((name, index) => [name, positionals[index]]));
  return { ...values, ...(named as Record<Name, string>) };
};

/** The options of a command line and all other arguments. Throws {@link UsageError} for unknown ones. */
export const readArguments = <Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const complaint = certain((error as Error).message.split(". ", 1)[0]);
    const unknown = /^Unknown option '-+(.+)'$/.exec(complaint)?.[1];
    const nearest = unknown === undefined ? undefined : nearestName(unknown, Object.keys(options));
    throw new UsageError(nearest === undefined ? complaint : `${complaint}; did you mean '--${nearest}'?`);
  }
};

/** The arguments that say these options; those that are undefined or false are left out. */
export const asArguments = (
  options: Readonly<Record<string, string | boolean | undefined>>,
): readonly string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? `--${name}` : `--${name}=${value}`];
  });

export const commaSeparated = (text: string): string[] =>
  text
    .split(",")
    .map((member) => member.trim())
    .filter((member) => member !== "");

/** The id that an argument names. Throws {@link UsageError}. */
export const idFrom = (text: string, kind: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`'${text}' is not the id of a ${kind}`);
  return Number(text);
};

/** The stage, which the command needs; `hint` says more to who has left it out. Throws {@link UsageError}. */
export const requiredStage = (stage: string | undefined, hint?: string): string => {
  if (stage) return stage;
  throw new UsageError(hint === undefined ? "--stage is missing" : `--stage is missing: ${hint}`);
};
