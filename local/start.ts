import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Halves the CPU of all starts but the first. It has to happen before other modules are loaded.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/node"));
await import("./main.ts");
