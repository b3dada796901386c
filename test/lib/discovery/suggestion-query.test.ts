import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSuggestionQuery } from "#lib/discovery/suggestion-query.ts";

const parse = (search: string) => parseSuggestionQuery(new URLSearchParams({ search }));

describe("the text of a query for suggestions", () => {
  test.each<[string, string, string, readonly string[]]>([
    ["keeps its case", "The HERON", "The HERON", ["the", "heron"]],
    ["has single spaces, none at its ends", " \t the\n\u00a0 heron ", "the heron", ["the", "heron"]],
    ["has spaces for hyphens", "-low--water - mark-", "low water mark", ["low", "water", "mark"]],
    ["has no null characters", "he\0ron", "heron", ["heron"]],
    ["has a word only once", "Heron héron HERON", "Heron héron HERON", ["heron"]],
    ["may have no words", "++", "++", []],
    ["has words around quotes", '"the" heron"', '"the" heron"', ["the", "heron"]],
    ["may be of two characters", "he", "he", ["he"]],
    ["is too short with one", "h", "h", []],
    ["is too short with one beside spaces and hyphens", " -h- ", "h", []],
    ["is too short with one that takes two UTF-16 units", "𠮷", "𠮷", []],
    ["may be empty", "", "", []],
  ])("%s: %j", (_, search, text, words) => {
    expect(parse(search)).toEqual({ text, words });
  });

  test("is empty where there is none, and the last one where there are several", () => {
    expect(parseSuggestionQuery(new URLSearchParams())).toEqual({ text: "", words: [] });
    expect(parseSuggestionQuery(new URLSearchParams("search=heron&search=reed")).text).toBe("reed");
  });

  test("ends after 500 characters, not within one, and not with a space", () => {
    expect(parse("𠮷".repeat(501)).text).toBe("𠮷".repeat(500));
    expect(parse(`${"a".repeat(499)} heron`).text).toBe("a".repeat(499));
  });

  test("reads back as itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (search) => {
        const { text, words } = parse(search);
        expect(parse(text)).toEqual({ text, words });
        expect([...text].length).toBeLessThanOrEqual(500);
      }),
    );
  });
});
