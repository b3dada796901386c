import { failed, isFailure, type ProbeFailure } from "./probe.ts";
import { type InputFile, runOnFile } from "./run-on-file.ts";

/** Enough for thousands of chapters. */
const outputBytes = 1024 * 1024;

/** Runs ffprobe on a file, with more options; `entries` has the syntax of its option `-show_entries`. */
export const askFfprobe = async (
  file: InputFile,
  entries: string,
  deadlineMs: number,
  options: readonly string[] = [],
): Promise<{ readonly [name: string]: unknown } | ProbeFailure> => {
  const question = ["-of", "json", ...options, "-show_entries", entries];
  const limits = { deadlineMs, outputBytes };
  const output = await runOnFile("ffprobe", file, limits, (input) => [...question, ...input]);
  return isFailure(output) ? output : (objectIn(output) ?? failed("ffprobe did not answer in JSON"));
};

const objectIn = (output: Buffer): { readonly [name: string]: unknown } | undefined => {
  try {
    const value: unknown = JSON.parse(output.toString());
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};
