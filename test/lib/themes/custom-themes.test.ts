import { describe, expect, test } from "vitest";
import { customThemes } from "#lib/settings/themes.ts";
import { plain } from "#lib/themes/plain-theme.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import { settingFrom } from "#test/support/settings.ts";

describe("the setting for themes of the site's own", () => {
  test.each([[undefined], [null], [[]]])("adds none where it is %j", (setting) => {
    expect(settingFrom(customThemes, setting)).toEqual([]);
  });

  test("adds pairs of slug and name, in its order", () => {
    const setting = [
      ["ice-2", "First ice"],
      ["dämmerung", "Dusk"],
    ];
    expect(settingFrom(customThemes, setting)).toEqual([
      { slug: "ice-2", name: "First ice" },
      { slug: "dämmerung", name: "Dusk" },
    ]);
  });

  test("takes objects, too, which may say where their pages are from", () => {
    const setting = [
      ["ice", "First ice"],
      { slug: "dusk", name: "Dusk" },
      { slug: "harbour", name: "Harbour", from: "./themes/harbour" },
    ];
    expect(settingFrom(customThemes, setting)).toEqual([
      { slug: "ice", name: "First ice" },
      { slug: "dusk", name: "Dusk" },
      { slug: "harbour", name: "Harbour", from: "./themes/harbour" },
    ]);
  });

  test.each<[unknown, string]>([
    [{ dusk: "Dusk" }, "is wrong: a list of [slug, name] pairs is expected."],
    ['"dusk"', "is wrong: a list of [slug, name] pairs is expected."],
    [["dusk"], "is wrong at 0: a pair [slug, name] is expected."],
    [[["dusk", "Dusk"], ["ice"]], "is wrong at 1: a pair [slug, name] is expected."],
    [[["dusk", "Dusk", 1]], "is wrong at 0: a pair [slug, name] is expected."],
    [[["at dusk", "Dusk"]], "is wrong at 0.0: a slug of at most 100 letters, digits, - and _ is expected."],
    [[["", "Dusk"]], "is wrong at 0.0: a slug"],
    [[["x".repeat(101), "Dusk"]], "is wrong at 0.0: a slug"],
    [[[1, "Dusk"]], "is wrong at 0.0: a slug"],
    [[["dusk", " "]], "is wrong at 0.1: a text is expected."],
    [[["dusk", null]], "is wrong at 0.1: a text is expected."],
    [[["plain", "Ours"]], "is wrong at 0.0: there is another theme plain."],
    [
      [
        ["dusk", "Dusk"],
        ["dusk", "Again"],
      ],
      "is wrong at 1.0: there is another theme dusk.",
    ],
    [[null], "is wrong at 0: a pair [slug, name] is expected."],
    [[{ slug: "dusk" }], "is wrong at 0.name: a text is expected."],
    [[{ slug: "at dusk", name: "Dusk" }], "is wrong at 0.slug: a slug"],
    [[{ slug: "dusk", name: "Dusk", from: "" }], "is wrong at 0.from: a text is expected."],
    [
      [{ slug: "dusk", name: "Dusk", module: "./dusk" }],
      'is wrong at 0: there is no member "module", only slug, name, from.',
    ],
    [[["dusk", "Dusk"], { slug: "dusk", name: "Again" }], "is wrong at 1.slug: there is another theme dusk."],
  ])("%j is refused in one sentence", (setting, message) => {
    expect(() => settingFrom(customThemes, setting)).toThrow(`SITE_CUSTOM_THEMES ${message}`);
  });
});

test("the pages of a custom theme without a module are plain", () => {
  expect(themeNamed("dusk")).toBe(plain);
});
