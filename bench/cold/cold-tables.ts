import { budgetCell, grouped, type Table } from "#bench/report/table.ts";
import type { Bundle, Bundles } from "./bundles.ts";
import type { ColdStart } from "./cold-start.ts";

export const coldStartTable = (posts: number, { steps }: ColdStart): Table => ({
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

/** The files of an instance, and a failure for each that exceeds its budget. */
export const fileTable = (posts: number, { files }: ColdStart) => {
  const table: Table = {
    title: `Files at ${grouped(posts)} posts`,
    columns: ["file", "MB", "budget"],
    rows: files.map(({ name, bytes, budgetBytes }) => [
      name,
      megabytes(bytes),
      budgetBytes === null ? "–" : megabytes(budgetBytes),
    ]),
    notes: [],
  };
  const failures = files.flatMap(({ name, bytes, budgetBytes }) =>
    budgetBytes !== null && bytes > budgetBytes
      ? [`${name}: ${megabytes(bytes)} MB, the budget is ${megabytes(budgetBytes)} MB`]
      : [],
  );
  return { table, failures };
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** The CPU time of loading a function, as a multiple of the SDK's. */
const ratioBudget = 1.35;

/** The functions' bundles, and a failure for each that exceeds its budget. */
export const bundleTable = ({ functions, sdk }: Bundles) => {
  const row = ({ name, bytes, budgetBytes, importMs }: Bundle): string[] => {
    const ratio = importMs / sdk.importMs;
    return [
      name,
      kilobytes(bytes),
      budgetBytes === null ? "–" : kilobytes(budgetBytes),
      importMs.toFixed(0),
      ratio.toFixed(2),
      budgetCell(ratio, budgetBytes === null ? null : ratioBudget),
    ];
  };
  const table: Table = {
    title: "Loading a function",
    columns: ["function", "KB", "budget", "CPU ms", "× SDK", "budget"],
    rows: [sdk, ...functions].map(row),
    notes: [],
  };
  return { table, failures: functions.flatMap(excess) };
};

const excess = ({ name, bytes, budgetBytes }: Bundle): string[] =>
  budgetBytes !== null && bytes > budgetBytes
    ? [`${name} loads ${kilobytes(bytes)} KB, the budget is ${kilobytes(budgetBytes)} KB`]
    : [];

const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(0);
