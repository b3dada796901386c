import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, root } from "#test/support/sources.ts";

const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
const index = textOf("docs/decisions/README.md");
const pages = filesBelow("docs/decisions").filter((path) => !path.endsWith("README.md"));

test("each decision has a number of its own", () => {
  const numbers = pages.map((path) => path.slice("docs/decisions/".length).slice(0, 3));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test.each(pages)("%s bears its number, and the index has its question", (path) => {
  const file = path.slice("docs/decisions/".length);
  const [, number, question] = /^# (\d{3}) (.+)$/m.exec(textOf(path)) ?? [];
  expect(file.slice(0, 3)).toBe(number);
  expect(question).toMatch(/^[A-Z].*\?$/);
  expect(index).toContain(`[${question}](${file})`);
});
