import { budgetCell, grouped, type Table } from "#bench/report/table.ts";
import type { Bundle, Bundles } from "./bundles.ts";
import type { ColdStep } from "./cold-start.ts";

/** What instances do before they answer. */
export const coldStartTable = (posts: number, steps: readonly ColdStep[]): Table => ({
  title: `Cold start at ${grouped(posts)} posts`,
  columns: ["step", "CPU ms", "budget", "ms", "peak MB"],
  rows: steps.map(({ name, effort: { cpuMs, wallMs, peakMb }, budgetMs }) => [
    name,
    cpuMs.toFixed(0),
    budgetCell(cpuMs, budgetMs),
    wallMs.toFixed(0),
    peakMb.toFixed(0),
  ]),
  notes: [],
});

/** How large the bundle of a function that reads may be, and how long loading it may take beside the SDK alone. */
const budget = { bytes: 480 * 1024, ratio: 1.35 };

/** The functions as they are deployed, with a line for each that is larger than it may be. */
export const bundleTable = ({ functions, sdk }: Bundles) => {
  const row = ({ name, bytes, importMs }: Bundle, bytesBudget: number | null): string[] => {
    const ratio = importMs / sdk.importMs;
    const budgets =
      bytesBudget === null ? ["–", "–"] : [kilobytes(bytesBudget), budgetCell(ratio, budget.ratio)];
    return [name, kilobytes(bytes), budgets[0]!, importMs.toFixed(0), ratio.toFixed(2), budgets[1]!];
  };
  const table: Table = {
    title: "Loading a function",
    columns: ["bundle", "KB", "budget", "CPU ms", "× SDK", "budget"],
    rows: [row(sdk, null), ...functions.map((bundle) => row(bundle, budget.bytes))],
    notes: [],
  };
  const failures = functions
    .filter(({ bytes }) => bytes > budget.bytes)
    .map(
      ({ name, bytes }) =>
        `${name}: a bundle of ${kilobytes(bytes)} KB, the budget is ${kilobytes(budget.bytes)} KB`,
    );
  return { table, failures };
};

const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(0);
