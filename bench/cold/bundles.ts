import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { askOnce } from "#bench/processes/worker.ts";
import { spreadOf } from "#bench/report/figures.ts";
import type { RunOptions } from "#bench/result.ts";
import type { Effort } from "./effort.ts";
import type { Import } from "./import-process.ts";

/** The bundle of a function. */
export interface Bundle {
  readonly name: string;
  /** Without the parts that are loaded on demand. */
  readonly bytes: number;
  /** Null if it is for comparison only. */
  readonly budgetBytes: number | null;
  /** CPU time of loading it in a new process, the median of several. */
  readonly importMs: number;
}

/** The reading functions, and the part of the AWS SDK that all of them need. */
export interface Bundles {
  readonly functions: readonly Bundle[];
  readonly sdk: Bundle;
}

const functionBudgets = {
  "pages/list": 480 * 1024,
  "pages/read": 480 * 1024,
  "facets/read": 480 * 1024,
  "suggestions/read": 480 * 1024,
  "site/pages/read": 540 * 1024,
};

/** The commands that the store uses. */
const sdk = [
  `export { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";`,
  `export { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";`,
].join("\n");

/** How often each bundle is loaded. */
const usualRounds = 7;

/**
 * Bundles the functions as a deployment does, and loads each in new processes. A short run has one function,
 * and loads it once.
 */
export const measureBundles = async ({ seconds }: RunOptions): Promise<Bundles> => {
  const isShort = seconds < 1;
  const measured = Object.entries(functionBudgets).slice(0, isShort ? 1 : undefined);
  await using disposal = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "lectern-bench-bundles-"));
  disposal.defer(() => rm(folder, { recursive: true, force: true }));
  const built = await Promise.all([bundleOfSdk(folder), ...bundlesOfFunctions(folder, measured)]);
  const times = built.map((): number[] => []);
  for (let round = 0; round < (isShort ? 1 : usualRounds); round++)
    for (const [index, { file }] of built.entries()) times[index]!.push(await importMs(file));
  const [sdk, ...functions] = built.map(({ file, ...bundle }, index) => {
    return { ...bundle, importMs: spreadOf(times[index]!).median };
  });
  return { sdk: sdk!, functions };
};

const importMs = async (file: string): Promise<number> => {
  const settings = { NODE_DISABLE_COMPILE_CACHE: "1" };
  return (await askOnce<Import, Effort>("cold/import-process.ts", settings, { file })).cpuMs;
};

interface BuiltBundle extends Omit<Bundle, "importMs"> {
  readonly file: string;
}

const projectFolder = fileURLToPath(new URL("../../", import.meta.url));

/** Each has its own folder, with its on-demand parts beside it. */
const bundlesOfFunctions = (folder: string, functions: readonly [string, number][]): Promise<BuiltBundle>[] =>
  functions.map(async ([name, budgetBytes]) => {
    const input = { entryPoints: { index: `functions/${name}.ts` } };
    return { name, budgetBytes, ...(await builtBundle(join(folder, name), input)) };
  });

/** In one file, as when the budgets were set. */
const bundleOfSdk = async (folder: string): Promise<BuiltBundle> => {
  const input = { stdin: { contents: sdk, resolveDir: projectFolder }, entryNames: "index" };
  const built = await builtBundle(join(folder, "sdk"), { ...input, splitting: false });
  return { name: "the AWS SDK alone", budgetBytes: null, ...built };
};

const builtBundle = async (outdir: string, input: BuildOptions) => {
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
    ...input,
    metafile: true,
  });
  const file = join(outdir, "index.mjs");
  return { file, bytes: loadedBytes(metafile.outputs, relative(projectFolder, file)) };
};

/** The bytes of an output and of everything that it imports statically. */
const loadedBytes = (outputs: Metafile["outputs"], output: string, loaded = new Set<string>()): number => {
  loaded.add(output);
  const needed = outputs[output]!.imports.filter(
    ({ kind, path }) => kind !== "dynamic-import" && outputs[path],
  );
  return needed.reduce(
    (sum, { path }) => (loaded.has(path) ? sum : sum + loadedBytes(outputs, path, loaded)),
    outputs[output]!.bytes,
  );
};
