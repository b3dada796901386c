import { afterEach, expect } from "vitest";
import { stageAt } from "./control.ts";

/** Files share a process, and the stage. */
const kept = globalThis as { lambdaFindings?: { count: number } };
kept.lambdaFindings ??= { count: 0 };
const seen = kept.lambdaFindings;

/** A test fails for what the stage has found since the one before, whatever it has asserted. */
afterEach(async () => {
  const { findings } = await stageAt(process.env.LAMBDA_STAGE!).summary();
  const own = findings.slice(seen.count);
  seen.count = findings.length;
  const lines = own.map(({ kind, who, detail }) => `${kind}: ${who}: ${detail}`);
  // As text: a message shows no more than the outline of objects.
  expect(lines.join("\n"), "the stage has found").toBe("");
});
