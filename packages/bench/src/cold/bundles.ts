import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { certain } from "#bench/lectern/tools.ts";

/** The bundle of a function. */
export interface Bundle {
  readonly file: string;
  /** Without the parts that are loaded on demand. */
  readonly bytes: number;
}

const projectFolder = fileURLToPath(new URL("../../../../", import.meta.url));

/** Bundles a function as a deployment does, with its on-demand parts beside it. */
export const bundleOf = (id: string, folder: string): Promise<Bundle> =>
  bundled(join(folder, id), { entryPoints: { index: `functions/${id}.ts` } });

/** What every function would load to use DynamoDB by the AWS SDK. */
const sdk = [
  `export { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";`,
  `export { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";`,
].join("\n");

/** For comparison, in one file. */
export const bundleOfSdk = (folder: string): Promise<Bundle> =>
  bundled(join(folder, "sdk"), {
    stdin: { contents: sdk, resolveDir: projectFolder },
    entryNames: "index",
    splitting: false,
  });

const bundled = async (outdir: string, input: BuildOptions): Promise<Bundle> => {
  const { metafile } = await build({
    absWorkingDir: projectFolder,
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    external: ["sharp"],
    // As SST has it: packages in the older form of modules ask for Node's by `require`.
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`,
    },
    ...input,
    metafile: true,
  });
  const file = join(outdir, "index.mjs");
  return { file, bytes: loadedBytes(metafile.outputs, relative(projectFolder, file)) };
};

/** The bytes of an output and of everything that it imports statically. */
const loadedBytes = (outputs: Metafile["outputs"], output: string, loaded = new Set<string>()): number => {
  loaded.add(output);
  const needed = certain(outputs[output]).imports.filter(
    ({ kind, path }) => kind !== "dynamic-import" && outputs[path],
  );
  return needed.reduce(
    (sum, { path }) => (loaded.has(path) ? sum : sum + loadedBytes(outputs, path, loaded)),
    certain(outputs[output]).bytes,
  );
};
