import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { benchOf, thisTree, treeName } from "#bench/processes/tree.ts";

describe("a checkout", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-tree-test-"));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("is called by its commit, or by its folder if git knows none", async () => {
    expect(await treeName(thisTree)).toMatch(/^the (?:commit [0-9a-f]{8,}(?:-dirty)?|checkout in \/.+)$/);
  });

  test.each(["packages/bench/src", "bench"])(
    "without a history, with its benchmark in %s, is called by its folder",
    async (place) => {
      await mkdir(join(folder, place), { recursive: true });
      await writeFile(join(folder, place, "main.ts"), "");
      expect(await treeName(folder)).toBe(`the checkout in ${folder}`);
      expect(benchOf(folder)).toBe(join(folder, place));
    },
  );

  test("of something else is refused", async () => {
    await expect(treeName(folder)).rejects.toThrow(
      `${folder} is no checkout of Lectern: it has no packages/bench/src/main.ts.`,
    );
  });
});
