import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { scriptNames } from "#lib/themes/script-names.ts";
import { scriptTexts } from "#lib/themes/script-texts.ts";
import { scriptModules, scriptNamesFile, scriptTextsFile } from "../../../browser/build.ts";

test("the scripts are what their sources make; if not, run `npm run scripts`", async () => {
  const { names, texts } = await scriptModules();
  expect(readFileSync(scriptNamesFile, "utf8")).toBe(names);
  expect(readFileSync(scriptTextsFile, "utf8")).toBe(texts);
});

test("all scripts together have at most 20 KB, compressed", () => {
  const sizes = [...scriptTexts.values()].map((text) => gzipSync(text).length);
  expect(sizes).toHaveLength(Object.keys(scriptNames).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(20_000);
});

describe.each(Object.entries(scriptNames))("the script of %s", (folder, name) => {
  const text = scriptTexts.get(name)!;

  test("names no other site, and runs no text", () => {
    const addresses = text.match(/\bhttps?:\/\/[\w./-]+/g) ?? [];
    // The name of a language, which browsers do not load.
    expect(addresses.filter((address) => address !== "http://www.w3.org/2000/svg")).toEqual([]);
    expect(text).not.toMatch(/\beval\(|\bFunction\(|innerHTML|\bimport\(/);
  });

  test("has a name that says what it is and changes with it", () => {
    expect(name).toMatch(new RegExp(`^${folder}-[0-9a-f]{12}\\.js$`));
  });
});
