import { certain } from "#bench/lectern/tools.ts";
import { showProgress } from "#bench/progress.ts";
import { grouped, type Table } from "#bench/report/table.ts";
import type { Measurement } from "#bench/result.ts";
import { type BodyCost, bodyCostOf } from "./cost.ts";
import { foundShapes, knownShapes, ordinary, type Shape } from "./shapes.ts";

const megabyte = 1_048_576;

/**
 * A shape is measured at this size and at each double one, up to a megabyte. Limits are counts, so it is
 * most expensive just before it is refused, and longer ones are refused too.
 */
const leastBytes = 32_768;

/** Limits for every shape: in CPU time, and as a multiple of ordinary text. */
const maxMs = 1_000;
const maxRatio = 5;

interface Row {
  readonly shape: Shape;
  readonly bytes: number;
  readonly cost: BodyCost;
}

/** The cost of storing and showing bodies: ordinary text, known shapes, and the worst that a search finds. */
export const measureBodies: Measurement = async function* ({ arrangements }) {
  for (const shape of Object.values(ordinary))
    for (let turn = 0; turn < 4; turn++) bodyCostOf(shape.body(megabyte / 4));
  const usual = Object.values(ordinary).map((shape) => rowOf(shape, megabyte));
  const usualMs = Math.max(...usual.map(totalMs));
  const result = (title: string, rows: readonly Row[]) => ({
    tables: [tableOf(title, rows)],
    data: { title, rows: rows.map(({ shape, bytes, cost }) => ({ name: shape.name, bytes, cost })) },
    failures: rows
      .filter((row) => row.cost.storeMs > maxMs || totalMs(row) > maxRatio * usualMs)
      .map((row) => `${row.shape.name}: ${Math.round(totalMs(row))} ms for ${grouped(row.bytes)} bytes`),
  });
  yield result("Bodies up to 1 MB: ordinary text and the worst known shapes", [
    ...usual,
    ...worstOf(knownShapes),
  ]);
  const all = foundShapes();
  const tried = sampleOf(all, arrangements);
  yield result(
    `Bodies up to 1 MB: the worst of ${grouped(tried.length)} arrangements, of ${grouped(all.length)}`,
    worstOf(tried),
  );
};

const totalMs = ({ cost: { storeMs, showMs } }: Row): number => storeMs + showMs;

const rowOf = (shape: Shape, bytes: number): Row => ({ shape, bytes, cost: bodyCostOf(shape.body(bytes)) });

/** The size at which the shape takes longest: of all sizes until it is refused, or takes much too long. */
const longestRow = (shape: Shape): Row => {
  let longest = rowOf(shape, leastBytes);
  let last = longest;
  while (last.bytes < megabyte && last.cost.refused === "" && totalMs(last) < 2 * maxMs) {
    last = rowOf(shape, 2 * last.bytes);
    if (totalMs(last) > totalMs(longest)) longest = last;
  }
  return longest;
};

/** The shapes that take longest, each in the shorter of two tries: the other may have collected garbage. */
const worstOf = (shapes: readonly Shape[]): Row[] => {
  const rows = shapes.map((shape, index) => {
    if (index % 500 === 0) showProgress(`bodies: ${index} of ${shapes.length} shapes`);
    return longestRow(shape);
  });
  const candidates = longestFirst(rows).slice(0, 50);
  const again = candidates.map((row) => certain(longestFirst([row, rowOf(row.shape, row.bytes)]).at(-1)));
  return longestFirst(again).slice(0, 25);
};

const longestFirst = (rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => totalMs(other) - totalMs(one));

/** At most so many of the shapes, at equal distances. */
const sampleOf = (shapes: readonly Shape[], most: number): Shape[] => {
  const count = Math.min(most, shapes.length);
  return Array.from({ length: count }, (_, index) =>
    certain(shapes[Math.ceil((index * shapes.length) / count)]),
  );
};

const tableOf = (title: string, rows: readonly Row[]): Table => ({
  title,
  columns: ["shape", "bytes", "store: CPU ms", "show: CPU ms", "refused"],
  rows: rows.map(({ shape, bytes, cost }) => [
    shape.name,
    grouped(bytes),
    String(Math.round(cost.storeMs)),
    String(Math.round(cost.showMs)),
    cost.refused || "–",
  ]),
  notes: [],
});
