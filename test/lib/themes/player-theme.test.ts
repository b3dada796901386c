// Proves contract rules: player-config.

import { describe, expect, test } from "vitest";
import { playerThemes } from "#lib/settings/themes.ts";
import { playerTheme } from "#lib/themes/player-theme.ts";
import { settingFrom } from "#test/support/settings.ts";

const usual = playerTheme(new Map(), "plain", "light");

describe("the setting for the looks of players", () => {
  test.each<[string, unknown]>([
    ["is absent", undefined],
    ["is null", null],
    ["is empty", {}],
    ["names a theme and says nothing of it", { plain: {} }],
    ["says nothing of either color scheme", { default: { light: {}, dark: {} } }],
    ["names neither a colour nor a font", { default: { tokens: {}, fonts: { ci: {} } } }],
  ])("changes nothing where it %s", (_, setting) => {
    const themes = settingFrom(playerThemes, setting);
    for (const scheme of ["light", "dark"] as const) {
      expect(playerTheme(themes, "plain", scheme)).toEqual(usual);
    }
  });

  test("changes one color scheme and leaves the other as usual", () => {
    const themes = settingFrom(playerThemes, { plain: { dark: { tokens: { alt: "#292524" } } } });
    expect(playerTheme(themes, "plain", "dark").tokens).toEqual({ ...usual.tokens, alt: "#292524" });
    expect(playerTheme(themes, "plain", "light")).toEqual(usual);
  });

  test("applies to the theme that it names, and to no built-in property of objects", () => {
    const themes = settingFrom(playerThemes, { plain: { tokens: { alt: "#292524" } } });
    for (const slug of ["other", "constructor", "__proto__"]) {
      expect(playerTheme(themes, slug, "light")).toEqual(usual);
    }
  });

  test.each<[unknown, string]>([
    [[], "is wrong: an object is expected."],
    ['"plain"', "is wrong: an object is expected."],
    [{ plain: null }, "is wrong at plain: an object is expected."],
    [
      { plain: { colors: {} } },
      'is wrong at plain: there is no member "colors", only light, dark, tokens, fonts.',
    ],
    [
      { plain: { light: {}, tokens: {} } },
      "is wrong at plain: either light and dark, or tokens and fonts for both of them, are expected.",
    ],
    [{ plain: { dark: { tokens: 1 } } }, "is wrong at plain.dark.tokens: an object is expected."],
    [{ a: { tokens: { brand: 1 } } }, "is wrong at a.tokens.brand: a text is expected."],
    [{ a: { tokens: { brand: " " } } }, "is wrong at a.tokens.brand: a text is expected."],
    [
      { a: { fonts: { ci: { weight: "bold" } } } },
      "is wrong at a.fonts.ci.weight: an integer from 1 to 1000",
    ],
    [{ a: { fonts: { ci: { src: "x" } } } }, "is wrong at a.fonts.ci.src: a list of texts is expected."],
    [{ a: { fonts: { ci: { family: [1] } } } }, "is wrong at a.fonts.ci.family.0: a text is expected."],
    [
      { a: { fonts: { italic: {} } } },
      'is wrong at a.fonts: there is no member "italic", only ci, regular, bold.',
    ],
  ])("%j is refused in one sentence", (setting, message) => {
    expect(() => settingFrom(playerThemes, setting)).toThrow(`SITE_WEBPLAYER_PLAYER_THEMES ${message}`);
  });

  test("refuses colours that players do not have, with those that they have", () => {
    expect(() => settingFrom(playerThemes, { default: { tokens: { colour: "#fff" } } })).toThrow(
      /at default\.tokens: there is no member "colour", only brand, .*alt\.$/,
    );
  });
});
