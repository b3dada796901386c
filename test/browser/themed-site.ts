import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parse } from "yaml";
import { applyManifest } from "#lib/manifest/apply.ts";
import { demoEnvironment, demoManifest } from "#local/demo.ts";

const sentence = "The water stood at sixty-one centimetres, and the reed was still. ";
const text = (sentences: number) => `<p>${sentence.repeat(sentences).trim()}</p>`;

const paragraph = (...html: readonly string[]) => ({ type: "paragraph", value: html.join("") });

const source = `# The mean of a year
levels = [gauge.read(week) for week in range(52)]
print(sum(levels) / len(levels), "centimetres, as on the board by the sluice and on the ladder of the old hut")
`;

const longBody = [
  paragraph("<h2>How it is read</h2>", text(9), text(6), "<h3>On the ladder</h3>", text(7)),
  { type: "sidenote", value: "<p>The board is older than the sluice, and was moved <i>twice</i>.</p>" },
  paragraph("<blockquote>A guess is written with a <i>c.</i> in front.</blockquote>", text(4)),
  { type: "code", value: { language: "python", source } },
  paragraph("<h2>Numbers &amp; guesses</h2>", text(3), "<ul><li>Level</li><li>Wind</li></ul><hr/>"),
  {
    type: "gallery",
    value: [
      { image: "heron", caption: "At dawn" },
      { image: "ice", caption: "" },
      { image: "moths", caption: "At night" },
    ],
  },
  paragraph("<h2>What remains</h2>", text(5)),
];

const titles = ["The gauge board", "The gauge board, a year later", "What the gauge does not say"];

/** Posts of a series, of which the second has blocks of all kinds. */
const series = titles.map((title, index) => ({
  type: "site.Post",
  slug: `gauge-${index + 1}`,
  title,
  visible_date: `2025-0${index + 6}-05T10:00:00Z`,
  search_description: "Sixty years of one number a week, and what may be read from it.",
  tags: ["series: The gauge", "water"],
  categories: ["weather"],
  cover_image: { image: "heron", alt_text: "A heron in the shallows" },
  overview_markdown: sentence.repeat(6),
  ...(index === 1 ? { detail: longBody } : {}),
}));

const sounds = ["Snipe over the meadow", "What the ice says", "Reed cutters", "A water rail"];

/** Episodes of two seasons. */
const episodes = sounds.map((title, index) => ({
  type: "site.Episode",
  slug: `sound-${index + 1}`,
  title,
  visible_date: `2026-0${index + 1}-05T10:00:00Z`,
  search_description: "One sound, and a few words about who made it.",
  categories: ["birds"],
  podcast_audio: { audio: index === 3 ? "frogs" : "bittern" },
  season: { season: index < 1 ? "first-spring" : "winter" },
  episode_number: index + 3,
  overview_markdown: sentence.repeat(2),
}));

/** Sets up the example with more posts and episodes, so that pages have everything that they may have. */
export const applyThemedSite = async (): Promise<void> => {
  const manifest = parse(await readFile(demoManifest, "utf8"));
  const [home] = manifest.pages;
  const [notes, calls] = home.children;
  manifest.site.rich_text_features.push("superscript");
  notes.children.push(...series);
  calls.seasons.push({ key: "winter", number: 2, name: "Winter" });
  calls.children.push(...episodes);
  const environment = demoEnvironment({
    token: "t".repeat(40),
    passwords: { ada: "reed and rush", bo: "rush and reed" },
  });
  await applyManifest(manifest, { environment, folder: dirname(demoManifest) });
};
