import { composeTheme } from "#lib/themes/compose-theme.ts";
import { h, withHtml } from "#lib/themes/element.ts";
import type { Parts } from "#lib/themes/parts/composition.ts";
import type { Heading } from "#lib/themes/parts/headings.ts";
import { keptPart } from "#lib/themes/parts/kept-part.ts";
import { headedBlocks } from "#lib/themes/parts/post-page.ts";
import { usualParts } from "#lib/themes/parts/usual-parts.ts";
import { essayRules } from "./rules.ts";

/** Posts with fewer headings are short enough without a list of contents. */
const minHeadings = 3;

const postBody: Parts["postBody"] = ({ body }, reading) =>
  keptPart(body, reading, () => {
    const { blocks, headings } = headedBlocks(body, reading);
    return [headings.length >= minHeadings && contents(headings), blocks];
  });

/** Without its picture: the list is read, too. */
const entry: Parts["entry"] = (post, reading) => usualParts.entry({ ...post, cover: null }, reading);

const contents = (headings: readonly Heading[]) =>
  h(
    "nav",
    { class: "contents", "aria-labelledby": "contents" },
    // Beside the text, it stays in sight.
    h(
      "div",
      null,
      h("h2", { class: "label", id: "contents" }, "Contents"),
      h(
        "ol",
        { role: "list" },
        headings.map(({ id, level, html }) =>
          h("li", { class: `level-${level}` }, withHtml("a", { href: `#${id}` }, html)),
        ),
      ),
    ),
  );

/** Sets long texts like a book, with contents, and with notes beside the text where there is room. */
export const essay = composeTheme({
  light: {
    paper: "#fbf8f1",
    ink: "#2a2520",
    quiet: "#6b6156",
    line: "#ded5c5",
    tint: "#f3ecdf",
    link: "#8c2f1b",
    control: "#8b7f70",
    wrong: "#a01822",
  },
  dark: {
    paper: "#1b1815",
    ink: "#e2d9cb",
    quiet: "#a4998a",
    line: "#3d362f",
    tint: "#26211c",
    link: "#e8a58a",
    control: "#857a6c",
    wrong: "#f59a93",
  },
  fonts: {
    serif:
      '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, Charter, Georgia, serif',
    sans: 'Seravek, "Gill Sans Nova", Candara, Calibri, "Trebuchet MS", "DejaVu Sans", system-ui, sans-serif',
  },
  rules: essayRules,
  parts: { postBody, entry },
});
