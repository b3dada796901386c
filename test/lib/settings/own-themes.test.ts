import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addOwnTheme, loadOwnThemes } from "#lib/settings/own-themes.ts";
import { plain } from "#lib/themes/plain-theme.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { useSetting } from "#test/support/settings.ts";
import { useTable } from "#test/support/table.ts";

useTable();
afterEach(() => vi.restoreAllMocks());

const configure = useSetting("SITE_CUSTOM_THEMES");

/** The sentence that refuses the start in a folder. */
const refusalOf = async (folder: string, from: string): Promise<string> => {
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  await configure([{ slug: "dusk", name: "Dusk", from }]);
  const { message } = await loadOwnThemes().then(
    () => new Error("nothing was wrong"),
    (error) => error,
  );
  expect(message.split("\n")).toHaveLength(1);
  return message;
};

const colours =
  '{ paper: "#fff", ink: "#000", quiet: "#333", line: "#ccc", tint: "#eee", link: "#00f", control: "#777", wrong: "#c00" }';

describe("a start is refused", () => {
  test.each<[string, string, string]>([
    [
      "throws",
      'throw new Error("no tide");',
      'it fails with "no tide"; correct it, or remove "from" to have',
    ],
    ["imports what is missing", 'import "./nothing.js";', "it fails with \"Cannot find module '"],
    [
      "exports no function by default",
      "export const theme = 1;",
      "its default export is no function; export one that returns a theme (docs/themes.md)",
    ],
    [
      "throws when it is called",
      'export default () => { throw "no tide"; };',
      'it fails with "no tide"; correct it, or remove "from"',
    ],
    [
      "returns nothing",
      "export default () => {};",
      "what its function returns is wrong: an object is expected;",
    ],
    [
      "lacks a colour",
      `export default () => ({ light: { ...${colours}, link: undefined }, dark: ${colours} });`,
      "what its function returns is wrong at light.link: a colour is expected; correct it (docs/themes.md)",
    ],
    [
      "has a colour that ends its rule",
      `export default () => ({ light: ${colours}, dark: { ...${colours}, ink: "red } * {" } });`,
      "what its function returns is wrong at dark.ink: a colour is expected;",
    ],
    [
      "has style rules that end the style sheet",
      `export default () => ({ light: ${colours}, dark: ${colours}, rules: "</STYLE >" });`,
      "what its function returns is wrong at rules: a text of style rules is expected;",
    ],
    [
      "replaces a part that is none",
      `export default () => ({ light: ${colours}, dark: ${colours}, parts: { sidebar: () => null } });`,
      'what its function returns is wrong at parts: there is no member "sidebar", only siteHeader, siteFooter,',
    ],
    [
      "has a part that is no function",
      `export default () => ({ light: ${colours}, dark: ${colours}, parts: { entry: "none" } });`,
      "what its function returns is wrong at parts.entry: a function is expected;",
    ],
  ])("by a module that %s, in one sentence", async (_, source, problem) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "theme.js"), source);
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    expect(await refusalOf(folder, "./theme.js")).toContain(
      `SITE_CUSTOM_THEMES cannot have the theme dusk from ./theme.js: ${problem}`,
    );
  });

  test.each(["./themes/nothing", "no-such-package", "/no/such/folder"])(
    "by a module that is missing: %s",
    async (from) => {
      const folder = await temporaryFolder();
      expect(await refusalOf(folder, from)).toBe(
        `SITE_CUSTOM_THEMES cannot have the theme dusk from ${from}: there is no such module in ${folder}; create it, or correct "from".`,
      );
    },
  );
});

test("a module that fails in a deployed function leaves its theme the pages of plain, and a line in the log", async () => {
  using captured = captureLog();
  await addOwnTheme("dusk", () => Promise.reject(new Error("no such file: ./waves.svg")));
  expect(themeNamed("dusk")).toBe(plain);
  const problem =
    'it fails with "no such file: ./waves.svg"; correct it, or remove "from" to have the pages of plain';
  expect(captured.lines).toEqual([
    { level: "error", error: `The theme dusk of SITE_CUSTOM_THEMES is shown as plain: ${problem}.` },
  ]);
});
