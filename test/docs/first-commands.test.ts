import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { installedLectern } from "#cli/installed.ts";

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

const pages = ["README.md", "CONTRIBUTING.md", "docs/deploy.md", "docs/first-deployment.md"];

test.each(pages)("every script and command that %s names exists", (file) => {
  const text = readFileSync(file, "utf8");
  const namesIn = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
  const named = namesIn(/\bnpm run ([a-z][a-z:]*)/g);
  expect(named.length).toBeGreaterThan(1);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
  const known = installedLectern.commands.map(({ words }) => words);
  for (const words of namesIn(/\bnpx lectern ([a-z]+(?: [a-z]+\b(?![./]))?)/g))
    expect(
      known.some((each) => each === words || each === words.split(" ")[0]),
      `lectern ${words}`,
    ).toBe(true);
});
