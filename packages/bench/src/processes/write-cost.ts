import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { costProgram } from "#bench/lectern/estimate.ts";

/** Writes what sites cost, in a process of its own: this one has loaded the figures of before. */
export const writeCost = async (): Promise<void> => {
  await promisify(execFile)(process.execPath, [costProgram]);
};
