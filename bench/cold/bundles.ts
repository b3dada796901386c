import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { askOnce } from "#bench/processes/worker.ts";
import { spreadOf } from "#bench/report/figures.ts";
import type { Run } from "#bench/result.ts";
import type { Import, Imported } from "./import-process.ts";

/** A function as it is deployed. */
export interface Bundle {
  readonly name: string;
  readonly bytes: number;
  /** CPU of loading it in a new process: the median of several. */
  readonly importMs: number;
}

/** The functions that read, and what of the AWS SDK all of them need, alone. */
export interface Bundles {
  readonly functions: readonly Bundle[];
  readonly sdk: Bundle;
}

const functionIds = ["pages/list", "pages/read", "facets/read", "suggestions/read", "site/pages/read"];

/** What the store asks DynamoDB with. */
const sdk = [
  `export { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";`,
  `export { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";`,
].join("\n");

/** How often each is loaded, in turns; once where time is short. */
const usualRounds = 7;

/** Bundles the functions as they are deployed, and loads each in new processes. */
export const measureBundles = async ({ seconds }: Run): Promise<Bundles> => {
  const rounds = seconds < 1 ? 1 : usualRounds;
  const folder = await mkdtemp(join(tmpdir(), "lectern-bench-bundles-"));
  try {
    const files = [await bundleSdk(folder), ...(await bundleFunctions(folder))];
    const times = files.map((): number[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [index, { file }] of files.entries())
        times[index]!.push((await askOnce<Import, Imported>("cold/import-process.ts", {}, { file })).cpuMs);
    const bundles = await Promise.all(
      files.map(async ({ name, file }, index) => {
        return { name, bytes: (await stat(file)).size, importMs: spreadOf(times[index]!).median };
      }),
    );
    return { sdk: bundles[0]!, functions: bundles.slice(1) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

interface BundleFile {
  readonly name: string;
  readonly file: string;
}

const projectFolder = fileURLToPath(new URL("../../", import.meta.url));

const options: BuildOptions = {
  absWorkingDir: projectFolder,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  mainFields: ["module", "main"],
  external: ["sharp"],
};

const bundleFunctions = async (folder: string): Promise<readonly BundleFile[]> => {
  const entryPoints = functionIds.map((id) => `functions/${id}.ts`);
  await build({
    ...options,
    entryPoints,
    outbase: "functions",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
  });
  return functionIds.map((name) => ({ name, file: join(folder, `${name}.mjs`) }));
};

const bundleSdk = async (folder: string): Promise<BundleFile> => {
  const file = join(folder, "sdk.mjs");
  await build({ ...options, stdin: { contents: sdk, resolveDir: projectFolder }, outfile: file });
  return { name: "the AWS SDK alone", file };
};
