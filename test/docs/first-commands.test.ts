import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { installedLectern } from "#cli/installed.ts";
import { filesBelow } from "#test/support/sources.ts";

const linesOf = (text: string): string[] => text.trim().split("\n");

/** The lines of the first block of commands below a heading of the README. */
const commandsBelow = (heading: string): string[] => {
  const [, section = ""] = readFileSync("README.md", "utf8").split(`\n## ${heading}\n`);
  const [, block = ""] = /```sh\n(.*?)```/s.exec(section) ?? [];
  return linesOf(block);
};

test("CI begins with the commands that the README gives for testing, before anything is built", () => {
  const commands = commandsBelow("Test");
  expect(commands).toEqual(["npm ci", "npm test"]);
  const ran = linesOf(readFileSync(".ci/run", "utf8"))
    .map((line) => line.replace(/ \|\| status=\$\?$/, ""))
    .filter((line) => /^\s*(npm|npx|node|\.ci\/)/.test(line));
  expect(ran.slice(0, commands.length)).toEqual(commands);
});

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...filesBelow("docs", "packages", "cli", "local", "lib"),
].filter((path) => path.endsWith(".md"));

test("documents name only commands of `lectern` that exist", () => {
  const known = installedLectern.commands.map(({ words }) => words);
  const isKnown = (words: string): boolean =>
    known.some((each) => each === words || each === words.split(" ")[0]);
  const named = documents.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\bnpx lectern ([a-z]+(?: [a-z][a-z-]*\b(?![./]))?)/g)].map(
      ([, words = ""]) => ({ path, words }),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ words }) => !isKnown(words))).toEqual([]);
});
