import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bundles the command, so that it needs no other package and starts quickly. */

const fileHere = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

await rm(fileHere("dist"), { recursive: true, force: true });
await build({
  entryPoints: { lectern: fileHere("../../cli/packed.ts") },
  outdir: fileHere("dist"),
  bundle: true,
  // Each command loads its own part: `lectern --help` need not read a Markdown parser.
  splitting: true,
  minify: true,
  // Names are kept for stacks of errors, which people send with their reports.
  keepNames: true,
  platform: "node",
  target: "node20.12",
  format: "esm",
  banner: {
    js: `#!/usr/bin/env node
import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`,
  },
});
