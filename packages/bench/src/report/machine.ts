import { scryptSync } from "node:crypto";
import os from "node:os";
import { spreadOf } from "./figures.ts";

/** The machine and its versions, a line each. */
export const machineLines = (): readonly string[] => {
  const [cpu] = os.cpus();
  return [
    `CPU: ${cpu?.model.trim() ?? "unknown"}, ${os.availableParallelism()} cores`,
    `speed: a scrypt hash of 16 MB takes ${hashMs().toFixed(0)} ms of CPU`,
    `memory: ${(os.totalmem() / 1e9).toFixed(1)} GB`,
    `system: ${os.type()} ${os.release()}, ${os.arch()}`,
    `Node ${process.versions.node}, V8 ${process.versions.v8}, SQLite ${process.versions.sqlite}`,
  ];
};

/** Machines with the same name of a CPU differ by twice and more, and so do their figures. */
const hashMs = (): number => {
  const samples = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage();
    scryptSync("a password", "a salt", 64, { N: 2 ** 14, r: 8, p: 1 });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return spreadOf(samples).median;
};
