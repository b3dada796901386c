import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseOptions } from "#bench/options.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-bench-test-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the benchmark with its temporary files in the test's folder. */
const bench = async (...args: readonly string[]) => {
  const env = { ...process.env, TMPDIR: folder };
  const program = spawn(process.execPath, ["packages/bench/src/main.ts", ...args], { env });
  const ended = new Promise<number | null>((resolve) => program.once("exit", resolve));
  const [printed, complaint] = await Promise.all([text(program.stdout), text(program.stderr)]);
  return { printed, complaint, status: await ended };
};

/** Runs one workload, which has to succeed: what it printed, and the results that it wrote. */
const shortRun = async (workload: string, ...options: readonly string[]) => {
  const json = join(folder, `${workload}.json`);
  const { printed, complaint, status } = await bench(workload, "--posts=60", ...options, "--json", json);
  expect(status, complaint).toBe(0);
  const { results } = JSON.parse(await readFile(json, "utf8"));
  return { printed, results };
};

test("a short run prints a figure for every kind of request, of verified answers, and no violation", async () => {
  const { printed, results } = await shortRun("reading", "--seconds=0.05");
  expect(results.map(({ failures }: { failures: unknown }) => failures)).toEqual([[]]);
  const [{ data }] = results;
  expect(data.requests.length).toBeGreaterThan(5);
  for (const { name, oneAtATime, sixteenAtATime, timesLimits, counted } of data.requests) {
    expect(printed).toMatch(new RegExp(`^${name} +[\\d–]+ `, "m"));
    expect(oneAtATime.answers).toBeGreaterThanOrEqual(2);
    expect(oneAtATime.cpuMs.median).toBeGreaterThan(0);
    expect(timesLimits.bare.median).toBeGreaterThan(0);
    expect(timesLimits.table.median).toBeGreaterThan(0);
    if (sixteenAtATime) expect(sixteenAtATime.answers).toBeGreaterThanOrEqual(32);
    // A poll of a feed asks nothing of DynamoDB; everything else asks at least whether something has changed.
    if (name.startsWith("feed ")) expect(counted.requests).toBe(0);
    else expect(counted.requests).toBeGreaterThanOrEqual(1);
    expect(counted.depth).toBeLessThanOrEqual(counted.requests);
  }
  expect(data.freshness.published).toBeGreaterThanOrEqual(2);
  for (const { name, reads, violations } of data.freshness.kinds) {
    expect(reads, name).toBeGreaterThan(0);
    expect(violations, name).toBe(0);
  }
});

test("a short run of writing has verified answers of every kind, and leaves a catalog that agrees", async () => {
  const { printed, results } = await shortRun("writing", "--seconds=0.05");
  expect(printed).toContain("`lectern catalog verify` found nothing wrong after all these writes.");
  const [{ data, failures }] = results;
  expect(failures).toEqual([]);
  expect(data.rows.length).toBeGreaterThan(15);
  for (const { name, figures, timesLimits, cost } of data.rows) {
    expect(printed).toMatch(new RegExp(`^${name} +\\d`, "m"));
    expect(figures.answers, name).toBeGreaterThanOrEqual(2);
    expect(figures.cpuMs.median, name).toBeGreaterThan(0);
    expect(timesLimits.table.median, name).toBeGreaterThan(0);
    expect(cost.requests, name).toBeGreaterThanOrEqual(cost.depth);
    expect(cost.depth, name).toBeGreaterThan(0);
  }
});

test("a short run of a comparison has verified answers of both services, in turns", async () => {
  const { printed, results } = await shortRun("comparison", "--seconds=0.05", "--against=.");
  const [{ data, failures }] = results;
  expect(failures).toEqual([]);
  expect(printed).toContain(`"Before" is ${data.before}.`);
  for (const side of ["before", "now"]) {
    expect(data.starts[side].firstAnswerMs.least).toBeGreaterThan(0);
    expect(data.starts[side].processes).toBe(1);
    expect(data.restingMb[side]).toBeGreaterThan(0);
  }
  expect(data.rows).toHaveLength(7);
  for (const { name, before, now, timesBefore } of data.rows) {
    expect(printed).toMatch(new RegExp(`^${name} +\\d`, "m"));
    expect(timesBefore.median, name).toBeGreaterThan(0);
    for (const side of [before, now]) {
      expect(side.figures.answers, name).toBeGreaterThanOrEqual(2);
      expect(side.timesLimits.table.median, name).toBeGreaterThan(0);
    }
    expect(now.cost.requests, name).toBeGreaterThan(0);
    expect(before.cost.requests, name).toBeGreaterThan(0);
  }
});

test("a comparison needs another checkout", async () => {
  for (const [against, complaint] of [
    [[], "A comparison needs --against and the folder of a checkout."],
    [["--against", folder], `${folder} is no checkout of Lectern: it has no packages/bench/src/main.ts.`],
  ] as const) {
    const outcome = await bench("comparison", "--posts=60", ...against);
    expect(outcome.complaint).toContain(complaint);
    expect(outcome.status).toBe(1);
  }
});

test("a short run of cold starts new instances, which answer from the snapshot, or refuse a missing body", async () => {
  const { printed, results } = await shortRun("cold", "--seconds=0.05");
  const [byMemory, all] = results;
  const statuses = byMemory.data.byMemory.map(({ id, status }: { id: string; status: number }) => [
    id,
    status,
  ]);
  expect(Object.fromEntries(statuses)).toEqual({ "editor/posts/update": 400, "pages/list": 200 });
  expect(all.data.functions).toHaveLength(2);
  for (const { id, memoryMb, bytes, instances } of all.data.functions) {
    expect(printed).toMatch(new RegExp(`^${id} +${memoryMb} +${(bytes / 1024).toFixed(0)} `, "m"));
    for (const figure of ["loadCpuMs", "ms", "warmMs", "peakMb"])
      expect(instances["60"][figure], figure).toBeGreaterThan(0);
  }
});

test.each<[string, readonly string[], string]>([
  ["an unknown workload", ["riding"], "There is no workload 'riding'; choose one of reading, load."],
  ["no workload", [], "There is no workload ''; choose one of reading, load."],
  ["an unknown option", ["reading", "--fast"], "Unknown option '--fast'"],
  ["a size that is none", ["reading", "--posts", "many"], "'many' is not a number"],
  [
    "a record without a size",
    ["load", "--posts=1000", "--record"],
    "needs at least --posts 1000 --posts 10000.",
  ],
])("%s is refused with the usage", (_, args, complaint) => {
  const parse = () => parseOptions(args, ["reading", "load"]);
  expect(parse).toThrow(complaint);
  expect(parse).toThrow("\n\nUsage: npm run bench -- WORKLOAD [options]\n");
});

test("a refusal is printed without a trace", async () => {
  const outcome = await bench("riding");
  expect(outcome).toMatchObject({ status: 1, printed: "" });
  expect(outcome.complaint).toMatch(
    /^There is no workload 'riding'; choose one of reading, writing, cold, load, savers, creators, tails, kills, bodies, admin, comparison, simulate, all\.\n/,
  );
  expect(outcome.complaint).not.toMatch(/^ +at /m);
});

test("a short run of load has an answer of the service for every request", async () => {
  const { printed, results } = await shortRun("load", "--seconds=0.1", "--connections=4", "--soak=0.4");
  expect(printed).toContain("200 connections at 60 posts");
  expect(printed).toContain("Rising numbers of connections at 60 posts");
  const { levels, slow, besideCommand, soaked } = results[0].data;
  expect(levels).toMatchObject([{ connections: 1 }, { connections: 4 }]);
  const rounds = [
    ...levels.flatMap((level: { rounds: object[] }) => level.rounds),
    ...slow.without,
    ...slow.beside,
  ];
  expect(rounds).toHaveLength(20);
  expect(besideCommand.map(({ savers }: { savers: number }) => savers)).toEqual([1, 8, 64]);
  for (const { without, beside } of besideCommand) rounds.push(...without, ...beside);
  expect(rounds.flatMap(({ problems }: { problems: string[] }) => problems)).toEqual([]);
  expect(soaked.held.map(({ when }: { when: string }) => when)).toEqual(["beginning", "middle", "end"]);
  expect(soaked.served).toBeGreaterThan(0);
  expect(soaked.problems).toEqual([]);
  const rows = results[0].data.rows as {
    crowded: { served: number[]; refused: number[]; problems: string[] };
  }[];
  expect(rows).toHaveLength(7);
  expect(rows.flatMap(({ crowded }) => crowded.problems)).toEqual([]);
  const answers = rows.flatMap(({ crowded }) => [...crowded.served, ...crowded.refused]);
  expect(answers.length).toBeGreaterThanOrEqual(200);
});

test("a run of creators has a 201 for each, and conflicts among several", async () => {
  const { printed, results } = await shortRun("creators");
  expect(printed).toContain("Creators at once in one blog, 5 ms for each request to the table");
  const { measured } = results[0].data as { measured: { ms: number[]; conflicts: number }[][] };
  expect(measured.map((rounds) => rounds[0]!.ms.length)).toEqual([1, 2, 8, 32]);
  const [alone, ...several] = measured.map((rounds) => rounds.reduce((sum, each) => sum + each.conflicts, 0));
  expect(alone).toBe(0);
  for (const conflicts of several) expect(conflicts).toBeGreaterThan(0);
});

test("a short run of tails has answers of every read, and says what held the event loop", async () => {
  const { printed, results } = await shortRun("tails", "--seconds=0.1");
  expect(printed).toMatch(/^all reads +\d/m);
  expect(printed).toContain("What held the event loop at 60 posts");
  const { answered, holds } = results[0].data;
  expect(answered.flatMap(({ served }: { served: number[] }) => served).length).toBeGreaterThan(16);
  for (const { cause, ms } of holds) {
    expect(cause).not.toBe("");
    expect(ms).toBeGreaterThanOrEqual(5);
  }
});

test("help is printed", async () => {
  const outcome = await bench("--help");
  expect(outcome).toMatchObject({ status: 0, complaint: "" });
  expect(outcome.printed).toContain("--record");
});
