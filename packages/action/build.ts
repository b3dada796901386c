import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bundles the action into one file: a runner starts it as it is, without npm. */

const fileHere = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

await rm(fileHere("dist"), { recursive: true, force: true });
await build({
  entryPoints: [fileHere("src/main.ts")],
  outfile: fileHere("dist/index.mjs"),
  bundle: true,
  minify: true,
  // Names are kept for stacks of errors, which people send with their reports.
  keepNames: true,
  platform: "node",
  target: "node24",
  format: "esm",
  banner: {
    js: `import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`,
  },
});
