import type { Heading } from "#lib/richtext/anchors.ts";
import { keptPart, type Parts } from "#lib/themes/parts/composition.ts";
import { headedBlocks } from "#lib/themes/parts/post-page.ts";
import { usualParts } from "#lib/themes/parts/usual-parts.ts";
import { composeTheme } from "./compose-theme.ts";
import { h, withHtml } from "./element.ts";
import type { PictureColumn, PostPage, Reading } from "./theme.ts";

/** Custom blocks with these names are notes on the text beside them. */
const noteBlocks = ["note", "sidenote", "footnote"];
const notes = noteBlocks.map((name) => `.custom.${name}`).join(", ");

const essayRules = `
body { font-variant-numeric: oldstyle-nums; hanging-punctuation: first; }
h1, h2, h3, h4, h5, h6 { font-weight: 500; }
h1 { font-size: clamp(2.1rem, 1.4rem + 3.4vw, 3.3rem); letter-spacing: -.02em; line-height: 1.12; }
.label, header.site, .place { font-variant-numeric: lining-nums; }
header.site > a:first-child { font-weight: 600; }
footer.site { border-top: 1px solid var(--line); }

main > article > header { text-align: center; margin-bottom: 1rem; }
main > article > header .byline { margin-top: 1.2rem; }
main > article > header::after { content: "❦" / ""; display: block; margin-top: 1.4rem; color: var(--link); line-height: 1; }
main > article .paragraph { hyphens: auto; text-wrap: pretty; line-height: 1.72; }
main > article .paragraph > p + p { margin-top: 0; text-indent: 1.6em; }
main > article .paragraph + .paragraph:has(> p:first-child) { margin-top: -1.6rem; }
main > article .paragraph + .paragraph > p:first-child { text-indent: 1.6em; }
.paragraph > :is(h2, h3, h4) + p { text-indent: 0 !important; }
.paragraph > h2 { font-size: 1.6rem; scroll-margin-top: 1rem; }
.paragraph > h3 { font-style: italic; scroll-margin-top: 1rem; }
.paragraph > :is(h4, h5, h6) { font-variant-caps: small-caps; letter-spacing: .04em; scroll-margin-top: 1rem; }
main > article header ~ .paragraph:not(.paragraph ~ .paragraph) > p:first-child:dir(ltr)::first-letter { float: left; font-size: 3.35em; line-height: .84; padding: .07em .09em 0 0; color: var(--link); }
blockquote { border: 0; padding-inline: 1.8em; font-size: 1.08em; }
hr::before { content: "⁂" / ""; letter-spacing: 0; font-size: 1.3em; }
figcaption { font-style: italic; font-family: var(--serif); text-align: center; }
.code figcaption, .audio figcaption { font-style: normal; font-family: var(--sans); text-align: start; }

.contents { border-block: 1px solid var(--line); padding-block: 1rem 1.1rem; font: .85rem/1.45 var(--sans); }
.contents ol { list-style: none; padding: 0; }
.contents li { margin: .3em 0 0; }
.contents a { color: inherit; text-decoration: none; }
.contents a:hover { color: var(--link); text-decoration: underline; }
.contents .level-3 { padding-inline-start: 1em; }
.contents .level-4 { padding-inline-start: 2em; }
.series ol { padding-inline-start: 1.6em; }
.series li { margin: .3em 0 0; }
${notes} { border-inline-start: 2px solid var(--link); padding-inline-start: 1em; font-size: .85rem; line-height: 1.5; color: var(--quiet); }

.page { max-width: 38rem; }
.page > header { text-align: center; padding-bottom: 1.6rem; border-bottom: 1px solid var(--line); }
.page > header .paragraph { font-style: italic; font-size: 1.1em; }
.page > header .links { justify-content: center; }
.page > header > .artwork { margin-inline: auto; }
.entries > * + * { border-top: 0; margin-top: 2.8rem; padding-top: 0; }
.entry h2 { font-size: 1.65rem; line-height: 1.15; }
.entry .paragraph { hyphens: auto; }
.blogs { text-align: center; }
.blogs h2 { font-size: 1.8rem; }
.neighbours { border-top: 1px solid var(--line); padding-top: 1.4rem; }

@media (min-width: 68rem) {
  .blog:has(> .facets) { max-width: 58rem; grid-template-columns: minmax(0, 36rem) 12rem; }
  .blog > header { grid-column: 1 / -1; }
}
@media (min-width: 80rem) {
  main > article { position: relative; grid-template-columns: minmax(1.25rem, 1fr) 11.5rem 33rem 11.5rem minmax(1.25rem, 1fr); column-gap: 1.5rem; }
  main > article:has(> .contents, > :is(${notes})) > :is(.image, .gallery, .video) { grid-column: 3; }
  main > article:has(> .contents, > :is(${notes})) > .gallery { grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
  .contents { position: absolute; grid-column: 2; inset: 0; border: 0; padding: clamp(1rem, 5vw, 3.5rem) 0 0; }
  .contents > div { position: sticky; top: 1.5rem; max-height: calc(100vh - 3rem); overflow-y: auto; }
  main > article > :is(${notes}) { grid-column: 4; align-self: start; border: 0; padding: .25em 0 0; }
}
@media print {
  main > article header ~ .paragraph:not(.paragraph ~ .paragraph) > p:first-child:dir(ltr)::first-letter { color: inherit; }
  .series { display: none; }
}
`;

/** Posts with fewer headings are short enough without a list of contents. */
const minHeadings = 3;

/** The pictures of a post stand in the column of its text where contents or notes stand beside it. */
const withColumn = ({ body }: Pick<PostPage, "body">, reading: Reading): Reading => {
  const stored = JSON.stringify(body);
  const headings = stored.match(/<h[2-4]\b/g)?.length ?? 0;
  return headings >= minHeadings || hasNote.test(stored) ? { ...reading, pictureColumn } : reading;
};

const hasNote = new RegExp(`"type":"(?:${noteBlocks.join("|")})"`);

/** As the rules say: 80 and 33 rem, of which the latter are 20 pixels, with a gallery's of 9 and 0.8. */
const pictureColumn: PictureColumn = { from: 1280, width: 660, inGallery: 3, gap: 16 };

const postOpening: Parts["postOpening"] = (post, reading) =>
  usualParts.postOpening(post, withColumn(post, reading));

const postBody: Parts["postBody"] = (post, reading) =>
  keptPart(post.body, reading, () => {
    const { blocks, headings } = headedBlocks(post.body, withColumn(post, reading));
    return [headings.length >= minHeadings && contents(headings), blocks];
  });

/** The entry has no picture, because the list is for reading, too. */
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
  parts: { postOpening, postBody, entry },
});
