import { expect, test } from "vitest";
import { commandExamples } from "#cli/command-examples.ts";
import { installedLectern } from "#cli/installed.ts";
import { optionHelp, optionLines, optionsIn } from "#cli/option-help.ts";
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

test("each option of each command is explained, in its help", async () => {
  for (const { commands } of [installedLectern, packedLectern])
    for (const { words, usage } of commands) {
      const options = [...optionsIn(usage).keys()];
      expect([words, options.filter((name) => optionHelp(words, name) === undefined)]).toEqual([words, []]);
      expect([words, options]).toEqual([
        words,
        [...new Set(usage.match(/--[a-z][a-z-]*/g) ?? [])].map((name) => name.slice(2)),
      ]);
    }
  expect(optionLines("publish", "FOLDER [--parent PATH] [--prune | --prune=all]").slice(0, 2)).toEqual([
    expect.stringMatching(/^ {2}--parent PATH {2}the path of the blog/),
    expect.stringMatching(/^ {2}--prune {8}take pages off the site/),
  ]);
  const { stdout } = await lecternIn({}, "", ["publish", "--help"], packedLectern);
  expect(stdout).toMatch(
    /\n\nOptions:\n {2}--parent PATH +the path.*\n {2}--help +print this\n\nExamples:\n/s,
  );
});

test("an option that several commands have means in each what it does there", () => {
  expect(optionHelp("publish", "prune")).not.toBe(optionHelp("apply", "prune"));
  expect(optionHelp("page lock", "url")).toBe(optionHelp("status", "url"));
  expect(optionHelp("publishing", "future")).toBeUndefined();
});
