import { expect, test } from "vitest";
import { commandExamples } from "#cli/command-examples.ts";
import { installedLectern } from "#cli/installed.ts";
import { packedLectern } from "#cli/packed-commands.ts";
import { lecternIn } from "./lectern.ts";

test("each command has examples, with options that it has, and no other has any", () => {
  for (const { commands } of [installedLectern, packedLectern])
    for (const { words, usage } of commands) {
      const examples = commandExamples[words] ?? [];
      expect(examples.length, words).toBeGreaterThan(0);
      for (const option of examples.join(" ").match(/--[a-z-]+/g) ?? [])
        expect(usage, words).toContain(option);
    }
  const known = installedLectern.commands.map(({ words }) => words);
  expect(Object.keys(commandExamples).filter((words) => !known.includes(words))).toEqual([]);
});

test("the help of a command shows them", async () => {
  const { stdout } = await lecternIn({}, "", ["page", "lock", "--help"], packedLectern);
  expect(stdout).toMatch(/\n\nExamples:\n {2}lectern page lock \/home\/notes\/first-ice --owner ada\n$/);
});
