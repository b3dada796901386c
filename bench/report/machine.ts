import { createRequire } from "node:module";
import os from "node:os";

/** The machine and its versions, a line each. */
export const machineLines = (): readonly string[] => {
  const [cpu] = os.cpus();
  const engine = `@dynoxide/${process.platform}-${process.arch}`;
  const { version } = createRequire(import.meta.url)(`${engine}/package.json`);
  return [
    `CPU: ${cpu?.model.trim() ?? "unknown"}, ${os.availableParallelism()} cores`,
    `memory: ${(os.totalmem() / 1e9).toFixed(1)} GB`,
    `system: ${os.type()} ${os.release()}, ${os.arch()}`,
    `Node ${process.versions.node}, V8 ${process.versions.v8}, SQLite ${process.versions.sqlite}, engine dynoxide ${version}`,
  ];
};
