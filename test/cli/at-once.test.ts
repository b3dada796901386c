import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { atOnce } from "#cli/backup/at-once.ts";

test("so many tasks run at a time, and all of them", async () => {
  let [running, most, done] = [0, 0, 0];
  await atOnce(3, Array(10).keys(), async () => {
    most = Math.max(most, ++running);
    await turn();
    running--;
    done++;
  });
  expect([most, done]).toEqual([3, 10]);
});

test("a task that fails while the next member is waited for is not forgotten", async () => {
  async function* slowly() {
    for (let member = 0; member < 4; member++) {
      yield member;
      await turn();
      await turn();
    }
  }
  const begun: number[] = [];
  const work = async (member: number) => {
    begun.push(member);
    if (member === 1) throw new Error("the second");
  };
  await expect(atOnce(3, slowly(), work)).rejects.toThrow("the second");
  expect(begun).toEqual([0, 1]);
});
