import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { BenchOptions } from "#bench/options.ts";
import type { BenchResult } from "#bench/result.ts";
import { clock } from "#lib/clock.ts";
import { machineLines } from "./machine.ts";
import { markdownOf } from "./table.ts";

const file = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));

/** Replaces the part of a workload in `docs/performance.md`; the others stay. */
export const record = async (
  options: BenchOptions,
  workload: string,
  results: readonly BenchResult[],
): Promise<void> =>
  writeFile(file, withPart(await readFile(file, "utf8"), workload, partOf(options, workload, results)));

/** The page with this part in the place of the workload's last one, or at the end. */
export const withPart = (page: string, workload: string, part: string): string => {
  const [head, ...others] = page.split(/^(?=<!-- \w+ -->$)/m);
  const mark = `<!-- ${workload} -->\n`;
  const index = others.findIndex((other) => other.startsWith(mark));
  const text = `${mark}\n${part.trim()}\n`;
  const parts = index < 0 ? [...others, text] : others.with(index, text);
  return [head!, ...parts].map((each) => `${each.trim()}\n`).join("\n");
};

const partOf = (
  { posts, seconds, soak }: BenchOptions,
  workload: string,
  results: readonly BenchResult[],
): string => {
  const sizes = posts.map((size) => `--posts ${size}`).join(" ");
  const tables = results.flatMap((result) => result.tables.map(markdownOf));
  const duration = workload === "load" ? ` --soak ${soak}` : "";
  return `## Recorded: ${workload}

Measured on ${clock.now().slice(0, 10)} by

    npm run bench -- ${workload} ${sizes} --seconds ${seconds}${duration} --record

on this machine:

${machineLines()
  .map((line) => `- ${line}`)
  .join("\n")}

${tables.join("\n")}`;
};
