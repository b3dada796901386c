#!/usr/bin/env node
import { spawn } from "node:child_process";
import nodeModule, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The `lectern` command. If an older Node started it, it starts again with the one that npm installed. */

const needed = 24;

/** npm installs Node for Linux and Windows. */
const installedNode = () => {
  const isWindows = process.platform === "win32";
  const name = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  return join(folder, "bin", isWindows ? "node.exe" : "node");
};

const startAgain = (program) => {
  const child = spawn(program, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", () => tooOld());
  child.on("exit", (code, signal) => {
    process.exitCode = code === null ? 1 : code;
    if (signal) console.error(`lectern: ended by ${signal}`);
  });
};

const tooOld = () => {
  console.error(
    `lectern needs Node ${needed} or later, and this is ${process.version}; install it, or run npm ci.`,
  );
  process.exitCode = 1;
};

if (Number(process.versions.node.split(".")[0]) >= needed) {
  // Halves the CPU of all runs but the first. It has to happen before other modules are loaded.
  nodeModule.enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url)));
  await import("../local/quick-imports.js");
  const [{ runProcess }, { installedLectern }] = await Promise.all([
    import("./process.ts"),
    import("./installed.ts"),
  ]);
  await runProcess(installedLectern);
} else {
  try {
    startAgain(installedNode());
  } catch {
    tooOld();
  }
}
