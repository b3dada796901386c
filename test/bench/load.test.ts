import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { levelFailures, levelsUpTo, levelTable } from "#bench/load/level-table.ts";
import type { TrafficRound } from "#bench/load/levels.ts";
import { openSlowConnections } from "#bench/load/slow-connections.ts";
import { soakFailures } from "#bench/load/soak.ts";
import { withPart } from "#bench/report/record.ts";

const round = (perSecond: number, ...problems: readonly string[]): TrafficRound => {
  return { perSecond, writesPerSecond: 1, served: [2, 3], refused: [1], problems: [...problems] };
};

const level = (connections: number, ...rates: readonly number[]) => {
  return { connections, rounds: rates.map((rate) => round(rate)) };
};

test("levels rise by factors of four", () => {
  expect(levelsUpTo(1024)).toEqual([1, 4, 16, 64, 256, 1024]);
});

test("throughput beyond the best level may fall by a quarter, by the median of rounds", () => {
  // Below the best level, little throughput is no failure; one bad round is none either.
  const good = [level(1, 10, 10, 10), level(4, 100, 50, 200), level(16, 80, 10, 150)];
  expect(levelFailures(good, true)).toEqual([]);
  const bad = [level(1, 100, 50, 200), level(4, 74, 40, 120)];
  expect(levelFailures(bad, true)).toEqual(["4 connections: throughput is 0.74 of the best."]);
  expect(levelFailures(bad, false)).toEqual([]);
  const ratios = levelTable(60, bad).rows.map((cells) => cells[3]);
  expect(ratios).toEqual(["1.00", "0.74 ✗"]);
});

test("an answer that is neither a success nor a documented refusal is a failure, in however short a round", () => {
  const levels = [{ connections: 4, rounds: [round(1, "list: 500")] }];
  expect(levelFailures(levels, false)).toEqual(["4 connections: list: 500"]);
});

test("descriptors that grow in a soak are a failure", () => {
  const held = (when: string, ...descriptors: readonly number[]) => {
    return { when, held: { memoryMb: [1, 1], descriptors } };
  };
  const after = (...descriptors: readonly number[]) =>
    soakFailures({ held: [held("beginning", 30, 20), held("end", ...descriptors)], problems: [] });
  expect(after(46, 20)).toEqual([]);
  expect(after(47, 20)).toEqual(["The service had 30 descriptors in the beginning and 47 in the end."]);
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
