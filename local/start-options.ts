import { parseArgs } from "node:util";
import { certain } from "#lib/certain.ts";
import { defaultDataDirectory } from "./data-directory.ts";
import { PlainError } from "./plain-error.ts";

export interface StartOptions {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  /** The manifest; without one, an empty service gets the demo's. */
  readonly manifest?: string;
  /** False leaves an empty service empty. */
  readonly demo: boolean;
  readonly help: boolean;
}

export const usage = `Usage: npm start -- [options]

  --port NUMBER    port to listen on (8000)
  --host ADDRESS   address to listen on (127.0.0.1)
  --data FOLDER    where the data is stored (${defaultDataDirectory})
  --manifest FILE  site manifest to apply first (an empty service gets the demo's)
  --no-demo        leave an empty service empty
  --help           print this`;

/** Parses the arguments. Throws a {@link PlainError} with the usage for an invalid option. */
export const parseStartOptions = (args: readonly string[]): StartOptions => {
  const { port, manifest, ...rest } = parse(args);
  return { ...rest, port: portFrom(port), ...(manifest !== undefined && { manifest }) };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        port: { type: "string", default: "8000" },
        host: { type: "string", default: "127.0.0.1" },
        data: { type: "string", default: defaultDataDirectory },
        manifest: { type: "string" },
        demo: { type: "boolean", default: true },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw refused(certain((error as Error).message.split(". ", 1)[0]));
  }
};

const portFrom = (text: string): number => {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw refused(`'${text}' is not a port`);
};

const refused = (complaint: string): PlainError => new PlainError(`${complaint}.\n\n${usage}`);
