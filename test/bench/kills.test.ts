import { expect, test } from "vitest";
import { killAndVerify } from "#bench/kills/kill-and-verify.ts";

test("engine, service and both are killed under write load: nothing is lost or doubled, and they come back", async () => {
  const { kills, problems, posts } = await killAndVerify(3, 1);
  expect(problems).toEqual([]);
  expect(kills).toEqual({ engine: 1, service: 1, both: 1 });
  expect(posts).toBeGreaterThan(0);
});
