import { readFile, writeFile } from "node:fs/promises";
import { performancePage } from "#bench/lectern/estimate.ts";
import { certain, clock } from "#bench/lectern/tools.ts";
import type { BenchOptions } from "#bench/options.ts";
import type { BenchResult } from "#bench/result.ts";
import { machineLines } from "./machine.ts";
import { markdownOf } from "./table.ts";

/** Replaces the part of a workload in `docs/performance.md`; the rest stays. */
export const record = async (
  options: BenchOptions,
  workload: string,
  results: readonly BenchResult[],
): Promise<void> => {
  const page = await readFile(performancePage, "utf8");
  await writeFile(performancePage, withPart(page, workload, partOf(options, workload, results)));
};

/** The page with this part in the place of the workload's last one, or at the end. */
export const withPart = (page: string, workload: string, part: string): string => {
  const [head, ...others] = page.split(/^(?=<!-- \w+ -->$)/m);
  const mark = `<!-- ${workload} -->\n`;
  const index = others.findIndex((other) => other.startsWith(mark));
  const text = `${mark}\n${part.trim()}\n`;
  const parts = index < 0 ? [...others, text] : others.with(index, text);
  return [certain(head), ...parts].map((each) => `${each.trim()}\n`).join("\n");
};

const partOf = (
  { posts, seconds, soak }: BenchOptions,
  workload: string,
  results: readonly BenchResult[],
): string => {
  const sizes = posts.map((size) => `--posts ${size}`).join(" ");
  const tables = results.flatMap((result) => result.tables.map(markdownOf));
  const more = { load: ` --soak ${soak}`, comparison: " --against FOLDER" }[workload] ?? "";
  return `## Recorded: ${workload}

Measured on ${clock.now().slice(0, 10)} by

    npm run bench -- ${workload} ${sizes} --seconds ${seconds}${more} --record

on this machine:

${machineLines()
  .map((line) => `- ${line}`)
  .join("\n")}

${tables.join("\n")}`;
};
