// Proves contract rules: player-config.

import { expect, test } from "vitest";
import { readPlayerConfig } from "#lib/routes/web-player.ts";
import { call } from "#test/support/call.ts";
import { useSetting } from "#test/support/settings.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const configure = useSetting("SITE_WEBPLAYER_PLAYER_THEMES");

const read = async (query: string | Record<string, string> = "") => {
  const answer = await call(readPlayerConfig, { query });
  expect(answer.status).toBe(200);
  return answer.body;
};

const brandIn = async (query: string | Record<string, string> = "") => (await read(query)).theme.tokens.brand;

const family = [
  "-apple-system",
  "BlinkMacSystemFont",
  "Segoe UI",
  "Roboto",
  "Helvetica",
  "Arial",
  "sans-serif",
  "Apple Color Emoji",
];

const usual = {
  activeTab: null,
  "subscribe-button": null,
  share: {
    channels: ["facebook", "twitter", "whats-app", "linkedin", "pinterest", "xing", "mail", "link"],
    sharePlaytime: true,
  },
  "related-episodes": { source: "disabled", value: null },
  version: 5,
  theme: {
    tokens: {
      brand: "#E64415",
      brandDark: "#235973",
      brandDarkest: "#1A3A4A",
      brandLightest: "#E9F1F5",
      shadeDark: "#807E7C",
      shadeBase: "#807E7C",
      contrast: "#000",
      alt: "#fff",
    },
    fonts: {
      ci: { name: "ci", family, src: [], weight: 800 },
      regular: { name: "regular", family, src: [], weight: 300 },
      bold: { name: "bold", family, src: [], weight: 700 },
    },
  },
};

test("a player looks as usual where the site says nothing, light or dark", async () => {
  for (const query of ["", "color_scheme=light", "color_scheme=dark", "theme=unknown", "color_scheme="]) {
    expect(await read(query)).toEqual(usual);
  }
});

test.each<[string, string]>([
  ["", "#light"],
  ["color_scheme=light", "#light"],
  ["color_scheme=dark", "#dark"],
  ["color_scheme=%20DARK%09", "#dark"],
  ["color_scheme=darker", "#light"],
  ["color_scheme=dark&color_scheme=light", "#light"],
])("%j chooses the color scheme", async (query, brand) => {
  await configure({
    plain: { light: { tokens: { brand: "#light" } }, dark: { tokens: { brand: "#dark" } } },
  });
  expect(await brandIn(query)).toBe(brand);
});

test("what the site wants of all themes gives way to what it wants of one", async () => {
  await configure({
    default: { tokens: { brand: "#all", alt: "#all" }, fonts: { bold: { weight: 600 } } },
    plain: { tokens: { brand: "#plain" }, fonts: { bold: { family: ["Atkinson"] } } },
    other: { tokens: { brand: "#other" } },
  });
  const { theme } = await read();
  expect(theme.tokens).toEqual({ ...usual.theme.tokens, brand: "#plain", alt: "#all" });
  const bold = { name: "bold", family: ["Atkinson"], src: [], weight: 600 };
  expect(theme.fonts).toEqual({ ...usual.theme.fonts, bold });
  for (const query of ["theme=other", "theme=plain", "template_base_dir=plain&theme=other"]) {
    expect(await brandIn(query)).toBe("#plain");
  }
});

test("a player looks as usual where the site's wishes are declared wrongly", async () => {
  await configure({ default: { token: {} } });
  expect(await read()).toEqual(usual);
});

test("everybody is told the same", async () => {
  for (const as of ["ed", "ada", "ada-none"]) {
    expect((await call(readPlayerConfig, { as })).body).toEqual(usual);
  }
});
