import { budgetCell, grouped, type Table } from "#bench/report/table.ts";
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
