import { expect, test } from "vitest";
import { Waves } from "./waves.ts";

/** Requests one after another, each of which takes so many turns of the event loop. */
const chain = async (waves: Waves, ...turns: number[]): Promise<void> => {
  for (const count of turns)
    await waves.pass(async () => {
      for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
    });
};

test.each<[string, number[][], number]>([
  ["nothing", [], 0],
  ["one after another", [[1, 1, 1]], 3],
  ["side by side", [[9], [1], [1]], 1],
  ["a long chain of quick ones beside slow ones", [[1, 1, 1], [50]], 3],
  ["chains whose requests are answered in any order", [[50, 1], [1, 50], [9]], 2],
])("%s are counted by how many wait for one another", async (_, chains, count) => {
  const waves = new Waves();
  await Promise.all(chains.map((turns) => chain(waves, ...turns)));
  expect(waves.count).toBe(count);
});

test("a request that fails lets the next ones pass", async () => {
  const waves = new Waves();
  const failed = waves.pass(() => Promise.reject(new Error("no engine")));
  await expect(failed).rejects.toThrow("no engine");
  expect(await waves.pass(async () => "answer")).toBe("answer");
  expect(waves.count).toBe(2);
});
