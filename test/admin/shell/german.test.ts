import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("German texts address people with du", () => {
  const files = globSync("browser/admin/**/{texts,de,*-de}.ts", { exclude: ["browser/admin/built/**"] });
  expect(files.length).toBeGreaterThan(8);
  const lines = files.flatMap((file) => readFileSync(file, "utf8").split("\n"));
  // At the beginning of a sentence, it may be a page.
  expect(lines.filter((line) => /[\p{Ll},;:)] (?:Sie|Ihr(?:e[mnrs]?)?|Ihnen)\b/u.test(line))).toEqual([]);
});
