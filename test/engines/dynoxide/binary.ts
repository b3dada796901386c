import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PlainError } from "#local/plain-error.ts";

/** The path of the engine's program that npm installed. Throws a {@link PlainError} without one. */
export const findEngineBinary = (
  platform: string = process.platform,
  arch: string = process.arch,
): string => {
  const name = `@dynoxide/${platform}-${arch}`;
  try {
    const description = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(description), platform === "win32" ? "dynoxide.exe" : "dynoxide");
  } catch (cause) {
    throw new PlainError(
      `The database engine ${name} is not installed; install it, or run a DynamoDB-compatible engine yourself and set DYNAMODB_ENDPOINT to its address.`,
      { cause },
    );
  }
};
