import { existsSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// JavaScript: for TypeScript outside of the cache, Node loads a compiler (80 ms of CPU, 14 MB that stay).

const packages = fileURLToPath(new URL("../node_modules", import.meta.url));

// An older Node knows no compile cache. The one that is meant is a package, too.
if (!module.enableCompileCache || !existsSync(packages)) {
  console.error("Run `npm ci` first: it installs Node 24 and whatever else Lectern needs.");
  process.exit(1);
}

/**
 * How many heaps glibc makes for threads, and from which size on it gives blocks back at once. It reads this
 * only when a program starts; without, some 30 MB that were freed stay with the service (decision 086).
 */
const allocation = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "16384",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

const { platform, env, execPath, execArgv, argv } = process;
const isSet = Object.keys(allocation).some((name) => env[name] !== undefined);

// The same process begins again, in 50 ms. One with a channel to its parent would lose that.
if (platform === "linux" && !isSet && !process.send)
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...allocation });

// Halves the CPU of all starts but the first, and of processes that the service starts. It has to happen
// before other modules are loaded.
env.NODE_COMPILE_CACHE ??= join(packages, ".cache/node");
module.enableCompileCache(env.NODE_COMPILE_CACHE);
await import("./main.ts");
