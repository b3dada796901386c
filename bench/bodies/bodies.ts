import { showProgress } from "#bench/progress.ts";
import { grouped, type Table } from "#bench/report/table.ts";
import type { Measurement } from "#bench/result.ts";
import { type BodyCost, bodyCostOf } from "./cost.ts";
import { foundShapes, knownShapes, ordinary, type Shape } from "./shapes.ts";

const megabyte = 1_048_576;

/** Small enough to try thousands of shapes, large enough to show quadratic time. */
const triedBytes = 30_000;

/** Limits for every shape: in CPU time, and as a multiple of ordinary text. */
const maxMs = 1_000;
const maxRatio = 5;

interface Row {
  readonly name: string;
  readonly bytes: number;
  readonly cost: BodyCost;
}

/** The cost of storing and showing bodies: ordinary text, known shapes, and the worst that a search finds. */
export const measureBodies: Measurement = async function* () {
  for (const shape of Object.values(ordinary))
    for (let turn = 0; turn < 4; turn++) bodyCostOf(shape.body(megabyte / 4));
  const usual = Object.values(ordinary).map((shape) => rowOf(shape, megabyte));
  const fastest = Math.min(...usual.map(({ cost }) => totalMs(cost)));
  const isSlow = (shape: Shape): boolean =>
    totalMs(bodyCostOf(shape.body(triedBytes))) > Math.max(10, (3 * fastest * triedBytes) / megabyte);
  // The second try filters out shapes that were slow by chance.
  const slowest = (shapes: readonly Shape[]): Row[] =>
    worst(shapes.filter((shape) => isSlow(shape) && isSlow(shape)).map(largestRow));
  showProgress(`${knownShapes.length} known shapes`);
  yield result("Bodies of 1 MB: ordinary text and known shapes", [...usual, ...slowest(knownShapes)], usual);
  const shapes = foundShapes();
  showProgress(`${shapes.length} arrangements of two parts`);
  yield result("Bodies of 1 MB: the worst that the search has found", slowest(shapes), usual);
};

const totalMs = ({ storeMs, showMs }: BodyCost): number => storeMs + showMs;

const rowOf = (shape: Shape, bytes: number): Row => ({
  name: shape.name,
  bytes,
  cost: bodyCostOf(shape.body(bytes)),
});

/** Measures the shape at 1 MB, or at the first smaller size that takes too long. */
const largestRow = (shape: Shape): Row => {
  let row = rowOf(shape, triedBytes);
  while (row.bytes < megabyte && totalMs(row.cost) < 2 * maxMs)
    row = rowOf(shape, Math.min(megabyte, 4 * row.bytes));
  return row;
};

const worst = (rows: readonly Row[]): Row[] =>
  rows
    .toSorted((one, other) => totalMs(other.cost) / other.bytes - totalMs(one.cost) / one.bytes)
    .slice(0, 25);

const result = (title: string, rows: readonly Row[], usual: readonly Row[]) => {
  const usualMs = Math.max(...usual.map(({ cost }) => totalMs(cost)));
  const tooMuch = rows.filter(
    ({ bytes, cost }) => bytes < megabyte || cost.storeMs > maxMs || totalMs(cost) > maxRatio * usualMs,
  );
  return {
    tables: [tableOf(title, rows)],
    data: { title, rows },
    failures: tooMuch.map(
      ({ name, bytes, cost }) => `${name}: ${Math.round(totalMs(cost))} ms for ${grouped(bytes)} bytes`,
    ),
  };
};

const tableOf = (title: string, rows: readonly Row[]): Table => ({
  title,
  columns: ["shape", "bytes", "store: CPU ms", "show: CPU ms", "refused"],
  rows: rows.map(({ name, bytes, cost }) => [
    name,
    grouped(bytes),
    String(Math.round(cost.storeMs)),
    String(Math.round(cost.showMs)),
    cost.refused || "–",
  ]),
  notes: [],
});
