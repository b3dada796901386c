import { type SafeHtml, vouchedHtml } from "#lib/richtext/safe-html.ts";

export const colourNames = ["paper", "ink", "quiet", "line", "tint", "link", "control", "wrong"] as const;

export const fontNames = ["serif", "sans", "mono"] as const;

/**
 * The colours of a theme: `paper` behind everything, `tint` behind boxes, `line` between and around them,
 * `control` around fields; of texts `ink`, `quiet` beside it, `link`, and `wrong` for what was refused. Texts
 * need a contrast of 4.5 to paper and tint, fields one of 3.
 */
export type Palette = Readonly<Record<(typeof colourNames)[number], string>>;

/** The fonts of a theme: of texts, of what is around them, and of code. */
export type Fonts = Readonly<Record<(typeof fontNames)[number], string>>;

/** The look of a theme. */
export interface Look {
  readonly light: Palette;
  readonly dark: Palette;
  /** The fonts that it changes; browsers load none. */
  readonly fonts?: Partial<Fonts>;
  /** Style rules that follow those of all themes. */
  readonly rules?: string;
}

/** The style sheet of a theme: its colours and fonts, the rules that all themes have, and its own. */
export const styleSheet = ({ rules = "", ...look }: Look): SafeHtml =>
  vouchedHtml(`
${propertiesOf(look)}${siteRules}${blockRules}${surroundingRules}${rules}`);

/** The style sheet of texts alone, for sites that show the service's HTML in pages of their own. */
export const blockStyleSheet = (look: Look): string => `${propertiesOf(look)}${elementRules}${blockRules}`;

const propertiesOf = ({ light, dark, fonts }: Look): string => `\
:root {
  color-scheme: light dark;
  ${colours(light)}
  ${Object.entries({ ...usualFonts, ...fonts })
    .map(([name, families]) => `--${name}: ${families};`)
    .join("\n  ")}
}
@media (prefers-color-scheme: dark) {
  :root { ${colours(dark)} }
}
`;

const colours = (palette: Palette): string =>
  colourNames.map((name) => `--${name}: ${palette[name]};`).join(" ");

const usualFonts: Fonts = {
  serif: '"Iowan Old Style", Charter, "Source Serif 4", "Palatino Linotype", Georgia, serif',
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  mono: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
};

/** Elements of texts, without what browsers do to them. */
const elementRules = `\
p, ul, ol, dl, figure, pre, blockquote { margin: 0; }
img, video { display: block; max-width: 100%; height: auto; border-radius: 4px; }
`;

/** `style` attributes have no effect on pages: their content policy allows style sheets only. */
const siteRules = `\
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 112.5%/1.65 var(--serif); text-size-adjust: 100%; -webkit-text-size-adjust: 100%; }
@media (min-width: 48rem) { html { font-size: 125%; } }
body { margin: 0; overflow-wrap: break-word; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .16em; }
a:not([href]) { color: inherit; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; border-radius: 2px; }
h1, h2, h3, h4, h5, h6 { line-height: 1.2; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(1.9rem, 1.35rem + 2.6vw, 2.7rem); letter-spacing: -.015em; }
h2 { font-size: 1.45rem; } h3 { font-size: 1.2rem; } h4, h5, h6 { font-size: 1rem; }
${elementRules}h1, h2, h3, h4, h5, h6, p, li, th, td, dt, dd, figcaption { unicode-bidi: plaintext; }

.site { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; max-width: 55.5rem; margin: 0 auto; padding: 1.25rem 1.25rem; font: .85rem/1.5 var(--sans); }
.site a { color: var(--quiet); text-decoration: none; }
.site a:hover { color: var(--link); text-decoration: underline; }
header.site > a:first-child { color: var(--ink); font-weight: 650; }
header.site > a + a::before { content: "›" / ""; display: inline-block; margin: 0 .9rem 0 -.6rem; color: var(--quiet); }
.site nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
.site [aria-current] { color: var(--link); font-weight: 600; }
.logo { display: inline; height: 1.4em; width: auto; max-width: 8em; margin-inline-end: .45em; border-radius: 0; vertical-align: -.35em; object-fit: contain; }
h1 .logo { height: 1.1em; vertical-align: -.18em; }
@media (min-width: 48rem) { .site nav { margin-inline-start: auto; } }
.themes { gap: .5rem; align-items: center; margin-inline-start: auto; color: var(--quiet); }
.themes select, .themes button { height: 1.9rem; padding: 0 .5rem; font-size: .8rem; }
.themes button { background: none; border-color: var(--control); color: var(--quiet); font-weight: 500; }
.themes button:hover { border-color: var(--link); color: var(--link); filter: none; }
@media (min-width: 48rem) { nav + .themes { margin-inline-start: 0; } }
footer.site { margin-top: 3.5rem; padding-block: 1.5rem 2.5rem; }

main > article {
  display: grid; row-gap: 1.6rem; padding-top: clamp(1rem, 5vw, 3.5rem);
  grid-template-columns: minmax(1.25rem, 1fr) minmax(0, 10rem) min(33rem, 100% - 2.5rem) minmax(0, 10rem) minmax(1.25rem, 1fr);
}
main > article > * { grid-column: 3; min-width: 0; }
main > article > :is(.image, .gallery, .video) { grid-column: 2 / 5; justify-self: center; width: 100%; }
article > header { margin-bottom: .4rem; }
.place, .byline, .tags, figcaption, .audio, .fact, .embed { font-family: var(--sans); }
.place { color: var(--link); font-size: .8rem; font-weight: 600; margin-bottom: .6rem; }
.byline { color: var(--quiet); font-size: .8rem; margin-top: .9rem; }
.byline > * + *::before { content: "·"; display: inline-block; margin: 0 .5em; }
`;

/** What blocks of texts look like, on whatever page they stand. */
const blockRules = `\
.paragraph > * + *, .custom > * + *, .struct > * + *, .stream > * + * { margin-top: 1em; }
.paragraph > * + :is(h2, h3, h4, h5, h6) { margin-top: 1.7em; }
.paragraph > :is(h2, h3, h4, h5, h6) + * { margin-top: .5em; }
.paragraph :is(ul, ol), .custom ul { padding-inline-start: 1.35em; }
li + li, li > :is(ul, ol) { margin-top: .35em; }
li::marker { color: var(--quiet); }
blockquote { border-inline-start: 3px solid var(--line); padding-inline-start: 1.2em; font-style: italic; }
hr { border: 0; margin-block: 1.5em; text-align: center; line-height: 1; color: var(--quiet); }
hr::before { content: "* * *"; letter-spacing: .5em; }
sup, sub { line-height: 0; font-size: .75em; }
table { border-collapse: collapse; font-size: .9em; }
th, td { border-bottom: 1px solid var(--line); padding-block: .4em; padding-inline: 0 1em; text-align: start; vertical-align: top; }
.text { white-space: pre-line; }
.struct { border-inline-start: 3px solid var(--line); padding-inline-start: 1.2em; }
.fact { font-size: .85rem; }
.fact + .fact { margin-top: .15em; }

code, kbd, samp { font: .85em/1.5 var(--mono); }
:not(pre) > code, kbd { background: var(--tint); border-radius: 3px; padding: .12em .3em; }
.code { background: var(--tint); border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.code figcaption { color: var(--quiet); font-size: .72rem; padding: .55rem 1rem 0; text-align: start; margin: 0; }
pre { direction: ltr; overflow-x: auto; padding: .8rem 1rem; tab-size: 4; }
.code pre { font-size: .95rem; }
.code pre:focus-visible { outline-offset: -3px; }

figcaption { color: var(--quiet); font-size: .8rem; line-height: 1.45; margin-top: .55rem; text-wrap: pretty; }
.image img { margin-inline: auto; max-height: max(24rem, min(90vh, 42rem)); width: auto; }
.image figcaption { max-width: 33rem; margin-inline: auto; text-align: center; }
ul.gallery { display: grid; gap: 1rem .8rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); list-style: none; padding: 0; }
.gallery li { margin: 0; }
.gallery a { display: block; }
.gallery img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; background: var(--tint); }
@media (min-width: 48rem) {
  ul.gallery { grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); }
  ul.gallery:has(> :nth-child(4):last-child) { grid-template-columns: 1fr 1fr; }
}

.audio { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; }
.audio figcaption { display: flex; flex-wrap: wrap; gap: 0 .8em; align-items: baseline; margin: 0 0 .7rem; }
.audio figcaption:empty { display: none; }
.audio strong { color: var(--ink); font-size: .95rem; flex-basis: 100%; }
.duration, .audio li span { font-variant-numeric: tabular-nums; }
audio { display: block; width: 100%; height: 2.75rem; }
details { font-size: .85rem; margin-top: .8rem; }
summary { cursor: pointer; color: var(--link); }
.audio ol { list-style: none; padding: 0; margin-top: .5rem; }
.audio li span { color: var(--quiet); display: inline-block; min-width: 3.5em; }
video { width: 100%; background: #000; }
video:not([width]) { aspect-ratio: 16 / 9; }

:is(p, div).embed { font-size: .9rem; border-inline-start: 3px solid var(--line); padding-inline-start: 1rem; overflow-wrap: anywhere; }
.embed > .image + p { margin-top: .6rem; }
`;

/** What stands below and beside texts, and forms. */
const surroundingRules = `\
ul.persons { display: flex; flex-wrap: wrap; gap: .8rem 1.6rem; list-style: none; padding: 0; font-family: var(--sans); }
.persons li { display: flex; align-items: center; gap: .7rem; margin: 0; }
.persons img { width: 3rem; height: 3rem; object-fit: cover; border-radius: 50%; }
.persons small { display: block; color: var(--quiet); }
.series { border-top: 1px solid var(--line); padding-top: 1.2rem; font: .85rem/1.5 var(--sans); }
.series [aria-current] { color: inherit; font-weight: 650; text-decoration: none; }
ul.tags { display: flex; flex-wrap: wrap; gap: .4rem .9rem; list-style: none; padding: 1.2rem 0 0; border-top: 1px solid var(--line); font-size: .8rem; color: var(--quiet); margin-top: 1rem; }
.tags li { margin: 0; }
.tags li::before { content: "#"; opacity: .6; }
.comments { max-width: 35.5rem; margin: 3.5rem auto 0; padding-inline: 1.25rem; }
.comments h2 { font-size: 1.2rem; }
.comments ol { list-style: none; padding: 0; }
.comments li { border-top: 1px solid var(--line); padding-top: 1rem; margin-top: 1.2rem; }
.comments .answer { margin-inline-start: 1.5rem; border-top-style: dotted; }
.comments .byline { margin: 0 0 .35rem; }
.comments .deeper { margin-inline-start: 3rem; }
.comments strong { color: var(--ink); }
.comments .text { white-space: pre-line; overflow-wrap: anywhere; }
.comments .links { margin-top: .35rem; }
.notice { border-inline-start: 3px solid var(--link); padding-inline-start: 1rem; }
form.comment { display: grid; gap: 1rem; margin-top: 2rem; }
form.comment label { display: grid; gap: .25rem; margin: 0; }
form.comment .website { display: none; }
form.comment .problem { color: var(--wrong); }

.page { max-width: 35.5rem; margin: 0 auto; padding: clamp(1rem, 5vw, 3.5rem) 1.25rem 0; }
.page > header > * + * { margin-top: .8rem; }
.page > header .paragraph { color: var(--quiet); }
.page > * + * { margin-top: 2.2rem; }
.page ul[role="list"] { list-style: none; padding: 0; }
.page h2 a { color: inherit; text-decoration-color: var(--line); }
.page h2 a:hover { color: var(--link); text-decoration-color: currentColor; }
.label, form, .chosen, .facets, .pagination, .neighbours, .more, .thumbnail, .links { font-family: var(--sans); font-size: .8rem; }
p.links a { margin-right: 1rem; }
.page > header > .artwork { width: 9rem; }
.label { color: var(--quiet); font-weight: 600; margin-bottom: .8rem; }
.nothing { color: var(--quiet); font-style: italic; }
.blogs > li + li { margin-top: 2rem; }
.blogs .paragraph { margin-top: .35rem; }
.found > li + li { margin-top: 1.8rem; }
.found h2 { font-size: 1.2rem; }
.found p { margin-top: .35rem; }
.newest li { border-top: 1px solid var(--line); padding: .55rem 0; margin: 0; }
.newest .byline { margin: 0; }
.byline a { color: inherit; }

.entries > * + * { border-top: 1px solid var(--line); margin-top: 2.4rem; padding-top: 2.4rem; }
.entry { display: grid; gap: 1.1rem; }
.entry > * { min-width: 0; }
.entry .byline { margin-top: .5rem; }
.entry ul.tags { border: 0; padding: 0; margin: 0; }
.tags a { color: inherit; text-decoration: none; }
.tags a:hover { color: var(--link); text-decoration: underline; }
.thumbnail img { width: 100%; aspect-ratio: 3 / 2; object-fit: cover; background: var(--tint); }
@media (min-width: 34rem) {
  .newest li { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline; }
  .entry:has(> .thumbnail) { grid-template-columns: 1fr 8rem; align-items: start; }
  .entry > :not(header, .thumbnail) { grid-column: 1 / -1; }
}

input, select, button, textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--control); border-radius: 6px; padding: 0 .7rem; height: 2.3rem; max-width: 100%; }
textarea { height: auto; padding: .5rem .7rem; resize: vertical; }
input[aria-invalid], textarea[aria-invalid] { border-color: var(--wrong); }
button { background: var(--link); border-color: var(--link); color: var(--paper); font-weight: 600; cursor: pointer; }
button:hover { filter: brightness(1.12); }
label > span { display: block; font-weight: 600; margin-bottom: .25rem; }
form { display: flex; flex-wrap: wrap; gap: .8rem; align-items: end; }
.words { flex: 1 1 12rem; }
.words input { width: 100%; }
form details { flex-basis: 100%; margin: 0; font-size: inherit; }
.fields { display: flex; flex-wrap: wrap; gap: .8rem; margin-top: .7rem; }
form.password { display: grid; justify-items: start; }
.password label, .password label * { width: min(20rem, 100%); }
li > form.password { margin: .4rem 0 1.2rem; }
ul + form.password { margin-top: 2rem; }
.own > * + * { margin-top: 1rem; }
.own details, .own label { display: block; font-family: var(--sans); }
.own details > * + * { margin-top: .6rem; }
.own details button { background: none; border-color: var(--wrong); color: var(--wrong); }
.own textarea { width: 100%; field-sizing: content; font: .8rem/1.5 var(--mono); }
.account { margin-inline-start: auto; gap: .25rem 1rem; align-items: baseline; }
.account button { height: auto; padding: 0; border: 0; background: none; color: var(--quiet); font-weight: 400; text-decoration: underline; }
.account button:hover { color: var(--link); }
@media (min-width: 48rem) { nav + .account { margin-inline-start: 0; } }
::placeholder { color: var(--quiet); opacity: 1; }
header.site { align-items: center; }
.search { gap: .4rem; flex: 1 1 100%; flex-wrap: nowrap; }
.search input { flex: 1; min-width: 0; height: 1.9rem; }
.search button { height: 1.9rem; background: none; border-color: transparent; color: var(--link); padding: 0 .3rem; }
@media (min-width: 48rem) {
  .search { flex: 0 1 16rem; margin-inline-start: auto; }
  :is(nav, .account) + .search { margin-inline-start: 0; }
}
[role="alert"] { color: var(--wrong); font-weight: 600; }

.problems { border-inline-start: 3px solid var(--wrong); padding-inline-start: 1rem; font: .85rem/1.5 var(--sans); overflow-wrap: anywhere; }
.problems p + p { margin-top: .4rem; }
.chosen { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; }
.chosen ul { display: flex; flex-wrap: wrap; gap: .5rem; }
.chosen li, .facets li { margin: 0; }
.chosen li a:not(.all) { background: var(--tint); border: 1px solid var(--line); border-radius: 1rem; padding: .2rem .7rem; color: inherit; text-decoration: none; }
.chosen li a:hover { border-color: var(--link); color: var(--link); }
.facets { display: grid; gap: 1.6rem; border-top: 1px solid var(--line); padding-top: 1.6rem; }
.facets .label { font-size: inherit; margin-bottom: .3rem; }
.facets li a { display: flex; justify-content: space-between; gap: 1rem; padding: .18rem 0; color: inherit; text-decoration: none; }
.facets li a > :first-child { min-width: 0; }
.facets li a:hover > :first-child { color: var(--link); text-decoration: underline; }
.facets [aria-current] > :first-child { color: var(--link); font-weight: 650; }
.facets [aria-current] > :first-child::after { content: " ×"; }
.facets details { font-size: inherit; margin-top: .3rem; }
.count { color: var(--quiet); font-variant-numeric: tabular-nums; }
.pagination, .neighbours { display: grid; grid-template-columns: 1fr auto 1fr; gap: .5rem 1rem; color: var(--quiet); }
.next { grid-column: -2; text-align: right; }
.pagination span { grid-column: 2; }
.neighbours, .related { max-width: 35.5rem; margin: 3.5rem auto 0; padding-inline: 1.25rem; }
.related ul { list-style: none; padding: 0; font-size: .9rem; }
.neighbours { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.neighbours span { display: block; color: var(--quiet); }
.neighbours a:not(:hover) { text-decoration: none; }

.draft { max-width: none; background: var(--tint); border-bottom: 1px solid var(--line); padding-block: .6rem; }
.draft p { flex: 1 1 16rem; }

@media (min-width: 68rem) {
  .blog:has(> .facets) { display: grid; grid-template: repeat(5, auto) 1fr / minmax(0, 33rem) 12rem; justify-content: space-between; max-width: 55.5rem; }
  .blog > * { grid-column: 1; }
  .blog > .facets { grid-column: 2; grid-row: 2 / -1; border: 0; padding: 0; align-self: start; }
}

@media print {
  :root { --paper: #fff; --ink: #000; --quiet: #444; --line: #bbb; --tint: #fff; --link: #000; }
  html { font-size: 11pt; }
  footer.site, .draft, audio, video, details, form, .facets, .problems, .chosen, .pagination, .neighbours, .related, .more { display: none; }
  figure, li { break-inside: avoid; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; }
  pre { white-space: pre-wrap; }
}
`;
