import { expect, test } from "vitest";
import { useWorld } from "#test/support/world.ts";
import { runOnStage } from "./program.ts";

useWorld();

test("the smoke run passes, as a stranger and as somebody who writes, uploads and removes", async () => {
  const ran = await runOnStage(["test/smoke/main.ts", "--url", process.env.LAMBDA_URL!], {
    LECTERN_TOKEN: "su",
  });
  expect(ran).toMatchObject({ status: 0, stderr: "" });
  expect(ran.stdout).toContain("All checks passed.");
});
