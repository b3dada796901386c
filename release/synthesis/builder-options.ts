import type { BuildOptions } from "esbuild";

/**
 * What SST's builder tells esbuild for functions with the settings of `stacks/function-defaults.ts`: names
 * are kept, though the rest is minified, and the target is the runtime's. Each function has a build of its
 * own, which is split. The banner has what CommonJS packages expect.
 */
export const builderOptions = {
  bundle: true,
  minify: true,
  keepNames: true,
  platform: "node",
  format: "esm",
  target: "es2024",
  mainFields: ["module", "main"],
  banner: {
    js: [
      'import { createRequire as topLevelCreateRequire } from "module";',
      "const require = topLevelCreateRequire(import.meta.url);",
      'import { fileURLToPath as topLevelFileUrlToPath, URL as topLevelURL } from "url";',
      "const __filename = topLevelFileUrlToPath(import.meta.url);",
      'const __dirname = topLevelFileUrlToPath(new topLevelURL(".", import.meta.url));',
    ].join("\n"),
  },
} as const satisfies BuildOptions;

/** Packages that SST never bundles. */
export const neverBundled = ["sharp", "pg-native"];
