import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { BenchOptions } from "#bench/options.ts";
import type { BenchResult } from "#bench/result.ts";
import { clock } from "#lib/clock.ts";
import { machineLines } from "./machine.ts";
import { markdownOf } from "./table.ts";

const file = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));

/** Replaces `docs/performance.md`. */
export const record = (options: BenchOptions, results: readonly BenchResult[]): Promise<void> =>
  writeFile(file, pageOf(options, results));

const pageOf = ({ workload, posts, seconds }: BenchOptions, results: readonly BenchResult[]): string => {
  const sizes = posts.map((size) => `--posts ${size}`).join(" ");
  const tables = results.flatMap((result) => result.tables.map(markdownOf));
  return `# Performance

What the service takes on one machine, as \`npm start\` runs it, and what its requests ask of DynamoDB. Measured on
${clock.now().slice(0, 10)} by

    npm run bench -- ${workload} ${sizes} --seconds ${seconds} --record

on this machine:

${machineLines()
  .map((line) => `- ${line}`)
  .join("\n")}

[bench/README.md](../bench/README.md) says what the corpus consists of, how it is measured, and how to read the columns.

${tables.join("\n")}`;
};
