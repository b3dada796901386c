import { rename } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { platformFolder } from "./sst-platform.ts";

/**
 * Bundles SST's components like the `sst` program does, because Node cannot run their sources. Gives the path
 * of the module, which is in their folder to find their packages.
 */
export const bundleComponents = async (): Promise<string> => {
  const bundle = path.join(platformFolder, "components.mjs");
  const outfile = path.join(platformFolder, `components.${process.pid}.mjs`);
  await build({
    stdin: {
      contents: `
        export * as pulumi from "@pulumi/pulumi";
        export { MockMonitor } from "@pulumi/pulumi/runtime/mocks.js";
        export * as aws from "@pulumi/aws";
        export * as sst from "./src/components/index.ts";
        export * as globals from "./src/shim/run.js";
        export { run } from "./src/auto/run.ts";`,
      resolveDir: platformFolder,
    },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    inject: [path.join(platformFolder, "src/shim/run.js")],
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);
           const __filename = import.meta.filename; const __dirname = import.meta.dirname;`,
    },
    logLevel: "error",
  });
  // Renamed at the end, so that another test run never reads half of it.
  await rename(outfile, bundle);
  return bundle;
};
