import { type Figures, spreadCell } from "#bench/report/figures.ts";
import { budgetCell, grouped, type Table } from "#bench/report/table.ts";
import { type Freshness, readers } from "./check-freshness.ts";
import type { Row } from "./measure-requests.ts";

const columns = [
  "request",
  "c=1: req/s",
  "p50 ms",
  "p99 ms",
  "CPU ms",
  "budget",
  "× bare",
  "× table",
  "c=16: req/s",
  "p50 ms",
  "p99 ms",
  "CPU ms",
];

export const requestTable = (posts: number, rows: readonly Row[]): Table => ({
  title: `Reading at ${grouped(posts)} posts`,
  columns,
  rows: rows.map(cellsOf),
  notes: [],
});

const cellsOf = ({ name, oneAtATime, sixteenAtATime, timesLimits, budget }: Row): string[] => [
  name,
  ...figureCells(oneAtATime, sixteenAtATime !== null),
  budgetCell(oneAtATime.cpuMs.median, budget.cpuMs),
  timesLimits.bare.median.toFixed(1),
  timesLimits.table.median.toFixed(1),
  ...(sixteenAtATime ? figureCells(sixteenAtATime, true) : ["–", "–", "–", "–"]),
];

/** How many requests to DynamoDB a read may wait for, one after the other. */
const readDepth = 1;

export const countTable = (posts: number, rows: readonly Row[]): Table => ({
  title: `What reading asks of DynamoDB at ${grouped(posts)} posts`,
  columns: ["request", "requests", "depth", "units", "bytes"],
  rows: rows.map(({ name, counted, budget }) => [
    name,
    `${counted.requests}/${budget.requests}`,
    `${counted.depth}/${Math.min(readDepth, budget.requests)}`,
    `${counted.readUnits}/${budget.readUnits}`,
    grouped(counted.bytes),
  ]),
  notes: [],
});

/** If something changes before each request, the rate would mean nothing. */
const figureCells = ({ requestsPerSecond, p50Ms, p99Ms, cpuMs }: Figures, isSteady: boolean): string[] => [
  isSteady ? requestsPerSecond.median.toFixed(0) : "–",
  p50Ms.toFixed(2),
  p99Ms.toFixed(2),
  spreadCell(cpuMs),
];

export const freshnessTable = (posts: number, { published, kinds, cpuMs, violations }: Freshness): Table => ({
  title: `Reading at ${grouped(posts)} posts while a post is published every second`,
  columns: ["read", "answers", "p50 ms", "p99 ms", "violations"],
  rows: kinds.map(({ name, reads, p50Ms, p99Ms, violations: missed }) => [
    name,
    grouped(reads),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    String(missed),
  ]),
  notes: [
    `${published} publications, ${readers} readers at a time, ${cpuMs.toFixed(2)} ms of CPU per read, publishing included; ` +
      `${violations.length} reads missed a publication that had answered before they began.`,
  ],
});
