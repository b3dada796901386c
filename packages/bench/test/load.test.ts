import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { type BesideCommand, besideCommandFailures } from "#bench/load/beside-command.ts";
import { levelFailures, levelsUpTo, levelTable } from "#bench/load/level-table.ts";
import type { Level, TrafficRound } from "#bench/load/levels.ts";
import { type Savers, saversFailures } from "#bench/load/savers.ts";
import { openSlowConnections } from "#bench/load/slow-connections.ts";
import { soakFailures } from "#bench/load/soak.ts";
import { withPart } from "#bench/report/record.ts";

const round = (perSecond: number, ...problems: readonly string[]): TrafficRound => {
  return { perSecond, writesPerSecond: 1, served: [2, 3], refused: [], problems: [...problems] };
};

const level = (connections: number, ...rates: readonly number[]): Level => {
  return { connections, rounds: rates.map((rate) => round(rate)) };
};

test("levels rise by factors of four", () => {
  expect(levelsUpTo(1024)).toEqual([1, 4, 16, 64, 256, 1024]);
});

const ratios = (levels: readonly Level[]) => levelTable(60, levels).rows.map((cells) => cells[3]);
const saturation = (levels: readonly Level[]) => levelTable(60, levels).notes.at(-1);

test("throughput that rises, or stays, is no failure, nor are single bad rounds", () => {
  const rising = [level(1, 10, 10, 10), level(4, 40, 20, 60), level(16, 80, 10, 150)];
  expect(levelFailures(rising, true)).toEqual([]);
  expect(ratios(rising)).toEqual(["1.00", "1.00", "1.00"]);
  expect(saturation(rising)).toBe("No level saturates the service.");
  const flat = [...rising, level(64, 87, 5, 160), level(256, 70, 70, 130)];
  expect(levelFailures(flat, true)).toEqual([]);
  expect(ratios(flat)).toEqual(["1.00", "1.00", "1.00", "1.00 ✓", "0.81 ✓"]);
  expect(saturation(flat)).toBe(
    "Saturation: 16 connections, after which throughput rises by less than a tenth.",
  );
});

test("throughput that falls by more than a quarter beyond saturation is a failure, by the median of rounds", () => {
  const falling = [level(1, 100, 50, 200), level(4, 74, 40, 120)];
  expect(levelFailures(falling, true)).toEqual(["4 connections: throughput is 0.74 of the best with fewer."]);
  expect(levelFailures(falling, false)).toEqual([]);
  expect(ratios(falling)).toEqual(["1.00", "0.74 ✗"]);
});

test("throughput that falls is a failure even if a later level has the most of all", () => {
  const levels = [level(1, 100, 100, 100), level(4, 60, 60, 60), level(16, 300, 300, 300)];
  expect(levelFailures(levels, true)).toEqual(["4 connections: throughput is 0.60 of the best with fewer."]);
  expect(ratios(levels)).toEqual(["1.00", "0.60 ✗", "1.00 ✓"]);
});

test("a service is saturated where it refuses, however much more connections bring", () => {
  const refusing = (connections: number, rate: number, refused: number): Level => {
    const each = { ...round(rate), refused: Array.from({ length: refused }, () => 1) };
    return { connections, rounds: [each, each, round(rate)] };
  };
  const levels = [refusing(1, 10, 0), refusing(4, 20, 3), refusing(16, 40, 9), refusing(64, 20, 9)];
  expect(saturation(levels)).toBe("Saturation: 4 connections, where refusals begin.");
  expect(ratios(levels)).toEqual(["1.00", "1.00", "1.00 ✓", "0.50 ✗"]);
});

test("an answer that is neither a success nor a documented refusal is a failure, in however short a round", () => {
  const levels = [{ connections: 4, rounds: [round(1, "list: 500")] }];
  expect(levelFailures(levels, false)).toEqual(["4 connections: list: 500"]);
});

test("refusals that come late are a failure", () => {
  const refusing = (ms: number): Level => {
    const refused = [...Array.from({ length: 99 }, () => 5), ms, ms];
    return { connections: 64, rounds: [{ ...round(10), refused }] };
  };
  expect(levelFailures([refusing(1_000)], true)).toEqual([]);
  expect(levelFailures([refusing(1_001)], true)).toEqual(["64 connections: refusals take 1001 ms (p99)."]);
});

test("a save that is refused beside at most 63 others is a failure, as are reads five times as slow and any other answer", () => {
  const savers = (count: number, refused: number, readMs: number, ...problems: readonly string[]): Savers => {
    const reads = { served: [readMs], refused: [], problems: [] };
    return { count, saves: { served: [1], refused: Array(refused).fill(1), problems: [...problems] }, reads };
  };
  const alone = savers(0, 0, 2);
  expect(saversFailures([alone, savers(8, 0, 1), savers(64, 0, 10), savers(256, 90, 10)])).toEqual([]);
  expect(saversFailures([alone, savers(64, 2, 11), savers(256, 0, 1, "/: 500")])).toEqual([
    "64 savers: reads take more than 5 times as long.",
    "64 savers: 2 were refused.",
    "256 savers: /: 500",
  ]);
});

test("saves that are five times as slow beside a command are a failure, as is a command that gets nothing done", () => {
  const beside = (ms: number, published: number, ...problems: readonly string[]): BesideCommand => ({
    savers: 8,
    without: [{ ...round(1), served: [4] }],
    beside: [{ ...round(1, ...problems), served: [ms] }],
    publishedAlone: [100],
    publishedBeside: [published],
  });
  expect(besideCommandFailures([beside(20, 1)], true)).toEqual([]);
  expect(besideCommandFailures([beside(21, 0, "/: 500")], true)).toEqual([
    "/: 500",
    "Beside 8 savers, a command wrote nothing.",
    "Beside a command, the slowest of 8 savers wait 5.3 times as long.",
  ]);
  expect(besideCommandFailures([beside(21, 0)], false)).toEqual([]);
});

test("descriptors and memory that grow in a soak are a failure", () => {
  const held = (when: string, descriptors: number, memoryMb: number) => {
    return { when, held: { memoryMb, descriptors } };
  };
  const after = (descriptors: number, memoryMb: number) =>
    soakFailures({
      held: [held("beginning", 30, 100), held("middle", 30, 200), held("end", descriptors, memoryMb)],
      problems: [],
    });
  expect(after(46, 264)).toEqual([]);
  expect(after(47, 200)).toEqual(["The service had 30 descriptors in the beginning and 47 in the end."]);
  expect(after(30, 265)).toEqual(["The service took 200 MB in the middle and 265 in the end."]);
});

test("a slow connection that the service ends is counted, and comes again", async () => {
  const { promise: cameAgain, resolve } = Promise.withResolvers<void>();
  let connections = 0;
  await using server = createServer();
  server.on("connection", (socket) => {
    connections++;
    if (connections === 1) socket.destroy();
    else resolve();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  using slow = openSlowConnections(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 1);
  await cameAgain;
  expect(slow.ended()).toBe(1);
  slow[Symbol.dispose]();
  server.closeAllConnections();
});

test("a recorded part replaces the same workload's and leaves the others", () => {
  const page = "# Performance\n\n<!-- reading -->\n\nold\n\n<!-- load -->\n\nload\n";
  expect(withPart(page, "reading", "new")).toBe(page.replace("old", "new"));
  expect(withPart(page, "kills", "none")).toBe(`${page}\n<!-- kills -->\n\nnone\n`);
});
