import { writeFile } from "node:fs/promises";
import { measureAdmin } from "#bench/admin/admin.ts";
import { measureBodies } from "#bench/bodies/bodies.ts";
import { measureCold } from "#bench/cold/cold.ts";
import { measureComparison } from "#bench/comparison/comparison.ts";
import { measureCreators } from "#bench/creators/creators.ts";
import { measureKills } from "#bench/kills/kills.ts";
import { certain, PlainError } from "#bench/lectern/tools.ts";
import { measureLoad } from "#bench/load/load.ts";
import { measureSavers } from "#bench/load/savers.ts";
import { writeCost } from "#bench/processes/write-cost.ts";
import { measureReading } from "#bench/reading/reading.ts";
import { machineLines } from "#bench/report/machine.ts";
import { record } from "#bench/report/record.ts";
import { textOf } from "#bench/report/table.ts";
import { simulate } from "#bench/simulate/simulate.ts";
import { measureTails } from "#bench/tails/tails.ts";
import { measureWriting } from "#bench/writing/writing.ts";
import { parseOptions, usageOf } from "./options.ts";
import type { BenchResult, Measurement } from "./result.ts";

/** By the word on the command line. */
const measurements: Readonly<Record<string, Measurement>> = {
  reading: measureReading,
  writing: measureWriting,
  cold: measureCold,
  load: measureLoad,
  savers: measureSavers,
  creators: measureCreators,
  tails: measureTails,
  kills: measureKills,
  bodies: measureBodies,
  admin: measureAdmin,
  comparison: measureComparison,
  simulate,
};

/** Measures and prints. The exit status is 1 if an answer was wrong, missing a publication, or too costly. */
const main = async (args: readonly string[]): Promise<number> => {
  const workloads = [...Object.keys(measurements), "all"];
  const options = parseOptions(args, workloads);
  if (options === "help") {
    console.log(usageOf(workloads));
    return 0;
  }
  const possible = Object.keys(measurements).filter((name) => name !== "comparison" || options.against);
  const chosen = options.workload === "all" ? possible : [options.workload];
  const results: BenchResult[] = [];
  try {
    for (const workload of chosen) {
      const measured: BenchResult[] = [];
      for await (const result of certain(measurements[workload])(options)) {
        for (const table of result.tables) console.log(textOf(table));
        measured.push(result);
      }
      if (options.record) await record(options, workload, measured);
      results.push(...measured);
    }
  } finally {
    // Also if a later workload has failed: the cost is that of what is recorded.
    if (options.record) await writeCost();
  }
  console.log(machineLines().join("\n"));
  if (options.json) await writeFile(options.json, JSON.stringify(jsonOf(results), undefined, 2));
  const failures = results.flatMap((result) => result.failures);
  for (const failure of failures.slice(0, 20)) console.error(failure);
  if (failures.length > 20) console.error(`… and ${failures.length - 20} more.`);
  return failures.length > 0 ? 1 : 0;
};

const jsonOf = (results: readonly BenchResult[]) => ({
  machine: machineLines(),
  results: results.map(({ data, failures }) => ({ data, failures })),
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof PlainError ? error.message : error);
  process.exitCode = 1;
}
