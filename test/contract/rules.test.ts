import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allTests, testsIn } from "#test/rules/marked-tests.ts";
import { ruleNames, ruleSections } from "#test/rules/rules.ts";
import { rulesPage } from "#test/rules/rules-page.ts";
import { root, sourcesBelow } from "#test/support/sources.ts";

const tests = allTests();
const marks = tests.flatMap((each) => each.marks);

test("every rule has a test that proves it", () => {
  expect(ruleNames.filter((name) => !marks.includes(name))).toEqual([]);
});

test("every mark is the name of a rule", () => {
  const wrong = tests.filter((each) => each.marks.some((mark) => !ruleNames.includes(mark)));
  expect(wrong).toEqual([]);
});

test("every mark that stands in a file is found in a title", () => {
  const names = ruleSections.map(({ name }) => name).join("|");
  const written = sourcesBelow("test").flatMap(({ code }) => [
    ...code.matchAll(new RegExp(`\\[(?:${names}) (?:field )?\\w+\\]`, "g")),
  ]);
  expect(marks.length).toBeGreaterThan(0);
  expect(written.map(([mark]) => mark.slice(1, -1))).toEqual(marks);
});

test("docs/rules.md is current; otherwise run `npm run rules`", () => {
  expect(readFileSync(join(root, "docs/rules.md"), "utf8")).toBe(rulesPage(tests));
});

describe("titles are found", () => {
  const titles = (...lines: string[]) => testsIn("herons.test.ts", lines.join("\n"));
  const named = (title: string, ...names: string[]) => [{ file: "herons.test.ts", title, marks: names }];

  test("of a test, with its marks", () => {
    const found = titles('test("a heron stands [Herons 1] [Birds field leg]", () => {', "});");
    expect(found).toEqual(named("a heron stands", "Herons 1", "Birds field leg"));
  });

  test("below the titles that they stand in, and not behind them", () => {
    const lines = ['describe("a marsh", () => {', '  test("has herons", () => {', "  });", "});"];
    const behind = ["for (const bird of birds) {", '  test("is alone", () => {', "  });", "}"];
    expect(titles(...lines, ...behind).map(({ title }) => title)).toEqual([
      "a marsh › has herons",
      "is alone",
    ]);
  });

  test("of a test that runs in places only", () => {
    const found = titles('test.runIf(isMarsh)("a heron stands [Herons 1]", () => {', "});");
    expect(found).toEqual(named("a heron stands", "Herons 1"));
  });

  test.each([
    ["on one line", ["test.each(birds)('%s is a \"$name\" [Birds 2]', () => {", "});"]],
    [
      "behind its rows",
      ["test.each<Bird>([", "  [heron(1)],", '])("%s is a \\"$name\\" [Birds 2]", () => {', "});"],
    ],
    [
      "on a line of its own",
      ["test.each([", "])(", '  `$bird.size is a "$name" [Birds 2]`,', "  () => {", "  },", ");"],
    ],
  ])("of a table %s, with what differs left open", (_, lines) => {
    expect(titles(...lines)).toEqual(named('… is a "…"', "Birds 2"));
  });
});
