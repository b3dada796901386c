import { readyBlockNames } from "#lib/blocks/ready/ready-blocks.ts";
import { type Section, type StoredBlock, shownSections } from "#lib/blocks/sections.ts";
import { galleryEntries } from "#lib/blocks/stored-media.ts";
import { type SafeHtml, vouchedHtml } from "#lib/richtext/safe-html.ts";
import { focusStyle, showsFocus } from "./focus.ts";
import { scriptNames } from "./script-names.ts";

/** The style of players, in pages that have one. Follows the theme's style. */
const playerStyle = vouchedHtml(`
.audio audio:not([controls]) { display: none; }
.player { font-size: .85rem; display: grid; gap: .7rem; }
.player > * { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .8rem; }
.player > .main { flex-wrap: nowrap; gap: .5rem; }
.player button { background: none; border-color: var(--control); color: var(--ink); font-weight: 500; white-space: nowrap; }
.player button:hover { border-color: var(--link); color: var(--link); filter: none; }
.player .play { flex: none; display: grid; place-items: center; width: 2.8rem; height: 2.8rem; padding: 0; border-radius: 50%; background: var(--link); border-color: var(--link); color: var(--paper); }
.player .play:hover { color: var(--paper); filter: brightness(1.12); }
.player .skip { flex: none; padding: 0 .5rem; border-color: transparent; font-variant-numeric: tabular-nums; }
.player input[type="range"] { accent-color: var(--link); padding: 0; border: 0; background: none; height: 1.8rem; min-width: 0; }
.player .position { flex: 1; }
.player .time { font-variant-numeric: tabular-nums; white-space: nowrap; }
.player select { height: 2.3rem; margin-inline-start: .3rem; }
.player .volume { display: flex; align-items: center; gap: .4rem; }
.player .volume input { width: 5rem; }
.player [role="status"] { color: var(--quiet); }
.player [role="status"]:empty { display: none; }
.player [role="status"] input { flex: 1 1 12rem; }
.player input:disabled { opacity: .5; }
.audio .download { display: inline-block; font-size: .85rem; margin: .8rem 1.2rem 0 0; }
.chapters li > a:first-child { color: inherit; text-decoration: none; }
.chapters li > a:first-child:hover { color: var(--link); text-decoration: underline; }
.chapters li > a[aria-current] { color: var(--link); font-weight: 650; }
.transcript .lines { max-height: 22rem; overflow-y: auto; margin-top: .5rem; padding-inline-end: .5rem; line-height: 1.55; }
.transcript p + p { margin-top: .7em; }
.transcript p a { font-variant-numeric: tabular-nums; }
.transcript .following span { cursor: pointer; }
.transcript .following span:hover { text-decoration: underline; text-decoration-color: var(--line); }
.transcript span[aria-current] { background: var(--paper); color: var(--link); border-radius: 3px; box-shadow: 0 0 0 .2em var(--paper); }
.follow { display: flex; align-items: center; gap: .4rem; margin-top: .5rem; }
.follow input { height: auto; accent-color: var(--link); }
@media (max-width: 34rem) {
  .player > .main { flex-wrap: wrap; }
  .player .position { order: 1; flex-basis: 100%; }
  .player .time { margin-inline-start: auto; }
  .player .volume { display: none; }
}
@media print { .player, .audio .download { display: none; } }
`);

/** The colours of code, in pages that have some. They are readable on the `tint` of every theme. */
const codeStyle = vouchedHtml(`
:root { --code-comment: #5e5c55; --code-keyword: #8a2f6b; --code-string: #2a6a2a; --code-number: #92480a; --code-name: #1d5a96; --code-attribute: #675705; --code-removed: #a3271c; }
@media (prefers-color-scheme: dark) {
  :root { --code-comment: #a3a29b; --code-keyword: #dd9fc8; --code-string: #9ccf8f; --code-number: #e0a46b; --code-name: #8fbfe8; --code-attribute: #d3c27a; --code-removed: #f2a097; }
}
pre .comment { color: var(--code-comment); }
pre .keyword { color: var(--code-keyword); }
pre .string, pre .added { color: var(--code-string); }
pre .number { color: var(--code-number); }
pre .name { color: var(--code-name); }
pre .attribute { color: var(--code-attribute); }
pre .removed { color: var(--code-removed); }
`);

/** The style of a gallery's large pictures. They are on black in every theme. */
const galleryStyle = vouchedHtml(`
.gallery a { cursor: zoom-in; }
.lightbox { margin: 0; width: 100vw; height: 100dvh; max-width: none; max-height: none; padding: 0; border: 0; background: #0c0c0d; color: #f2f1ee; }
.lightbox[open] { display: grid; grid-template-rows: minmax(0, 1fr) auto; }
.lightbox::backdrop { background: #0c0c0d; }
.lightbox figure { display: grid; grid-template-rows: minmax(0, 1fr) auto; min-height: 0; }
.lightbox picture { display: contents; }
.lightbox img { width: 100%; height: 100%; object-fit: contain; border-radius: 0; }
.lightbox figcaption { max-width: 40rem; margin: 0 auto; padding: .7rem 1.25rem 0; color: inherit; }
.lightbox .bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: .5rem .7rem; padding: .7rem .5rem 1rem; font: .8rem/1.5 var(--sans); }
.lightbox [role="status"] { text-align: center; font-variant-numeric: tabular-nums; }
.lightbox a { color: inherit; }
.lightbox button { padding: 0 .6rem; background: #232326; border-color: #84847f; color: inherit; }
.lightbox :focus-visible { outline-color: #f2f1ee; }
`);

/** The style of the dialog with filters, which replaces the filters below a list on small screens. */
const filtersStyle = vouchedHtml(`
.open-filters, dialog.filters .quiet { background: none; border-color: var(--control); color: inherit; font-weight: 500; }
.open-filters:hover, dialog.filters .quiet:hover { border-color: var(--link); color: var(--link); filter: none; }
@media (min-width: 68rem) { .open-filters { display: none; } }
@media (max-width: 67.99rem) { .page > .facets.in-dialog { display: none; } }
dialog.filters { margin: auto; width: min(32rem, 100vw - 2rem); max-height: calc(100dvh - 2rem); padding: 0; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: var(--ink); }
dialog.filters::backdrop { background: rgb(0 0 0 / .5); }
dialog.filters form { display: grid; gap: 0; align-items: stretch; }
dialog.filters h2 { font-size: 1.1rem; padding: 1rem 1.25rem .4rem; }
dialog.filters .groups { display: grid; gap: 1.2rem; padding: .6rem 1.25rem 1.2rem; }
dialog.filters fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
dialog.filters legend { color: var(--quiet); font-weight: 600; padding: 0; margin-bottom: .3rem; }
dialog.filters label { display: flex; align-items: baseline; gap: .6rem; padding: .25rem 0; cursor: pointer; }
dialog.filters label > span { margin: 0; font-weight: 400; }
dialog.filters label > .count { margin-inline-start: auto; }
dialog.filters input { height: auto; accent-color: var(--link); }
dialog.filters .buttons { position: sticky; bottom: 0; display: flex; gap: .8rem; padding: .8rem 1.25rem; background: var(--paper); border-top: 1px solid var(--line); }
`);

/** The style of ready blocks, in pages that have some. */
export const blocksStyle = vouchedHtml(`
.table { overflow-x: auto; font: .85rem/1.5 var(--sans); }
.table table { min-width: 100%; font-size: inherit; }
caption { color: var(--quiet); font-size: .8rem; text-align: start; padding-bottom: .5rem; unicode-bidi: plaintext; }
thead > * > * { border-bottom-color: var(--control); vertical-align: bottom; }
.align-left { text-align: left; } .align-center { text-align: center; } .align-right { text-align: right; font-variant-numeric: tabular-nums; }
main > article:not(:has(> .contents, > .custom)) > .table:has(tr > :nth-child(7)) { grid-column: 2 / 5; }
@media (max-width: 34rem) { .table td:not([class]) { min-width: 6.5em; } }
.callout { --kind: light-dark(#1d5a96, #8fbfe8); background: var(--tint); border-inline-start: 3px solid var(--kind); border-radius: 4px; padding: .9rem 1.1rem; font-size: .95em; }
.callout.tip { --kind: light-dark(#1a6b35, #6cc485); }
.callout.important { --kind: light-dark(#6b3fa0, #bf9bea); }
.callout.warning { --kind: light-dark(#855300, #e0ae55); }
.callout.caution { --kind: var(--wrong); }
.callout > .title { color: var(--kind); font: 650 .85rem/1.6 var(--sans); }
.callout > .title + * { margin-top: .3rem; }
.footnotes { border-top: 1px solid var(--line); padding-top: 1.2rem; font-size: .85rem; }
.footnotes ol { padding-inline-start: 1.6em; }
.footnotes p + p { margin-top: .5em; }
[role="doc-noteref"], [role="doc-backlink"] { text-decoration: none; }
[role="doc-noteref"] { padding-inline: .1em; }
[role="doc-backlink"] { font-family: var(--sans); }
.footnotes li:target, [role="doc-noteref"]:target { background: var(--tint); }
`);

/** The style of embeds whose frames can be loaded. They have the shape of a video, or are higher. */
const embedsStyle = vouchedHtml(`
.embed > .panel { display: grid; border-radius: 4px; overflow: hidden; background: var(--tint); }
.embed:not(.post) > .panel { aspect-ratio: 16 / 9; }
.embed > .panel > p { place-self: center; padding: 1rem; text-align: center; }
.embed > .panel:has(> .image) { aspect-ratio: auto; }
.embed > .panel button { display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr); height: auto; min-height: 8rem; width: 100%; padding: 0; border: 0; border-radius: 4px; background: none; color: var(--ink); font: .9rem/1.5 var(--sans); cursor: pointer; }
.embed > .panel button > * { grid-area: 1 / 1; }
.embed > .panel button > img { width: 100%; height: 100%; object-fit: cover; border-radius: 0; }
.embed > .panel button > span { display: grid; gap: .6rem; place-self: center; justify-items: center; padding: 1rem; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.embed > .panel button > img + span { margin: 1rem; border-radius: 6px; background: color-mix(in srgb, var(--paper) 92%, transparent); }
.embed .load { padding: .35rem .9rem; border-radius: 6px; background: var(--link); color: var(--paper); font-weight: 600; }
.embed > .panel button:hover .load { filter: brightness(1.12); }
.embed iframe { display: block; width: 100%; height: 100%; border: 0; }
.embed.post iframe { height: min(36rem, 90vh); }
@media print { .embed iframe { display: none; } }
`);

/** The style of suggestions below a search field. */
const searchStyle = vouchedHtml(`
.words { position: relative; }
.words [role="listbox"] { position: absolute; z-index: 1; inset: calc(100% + .3rem) 0 auto; max-height: 60vh; overflow-y: auto; list-style: none; padding: .3rem; background: var(--paper); border: 1px solid var(--control); border-radius: 6px; box-shadow: 0 .4rem 1.2rem rgb(0 0 0 / .18); }
.words [role="option"] { display: block; padding: .35rem .5rem; border-radius: 4px; color: inherit; text-decoration: none; }
.words [role="option"]:is([aria-selected="true"], :hover) { background: var(--tint); color: var(--link); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`);

/** The style of a front page that says what it is, or shows covers beside its newest posts. */
const frontStyle = vouchedHtml(`
.lead { color: var(--quiet); font-size: 1.15rem; text-wrap: pretty; }
.newest li:has(> .cover) { display: grid; grid-template: auto auto / 5.5rem minmax(0, 1fr); gap: 0 1rem; align-items: end; }
.newest .cover { width: 100%; height: auto; aspect-ratio: 3 / 2; object-fit: cover; background: var(--tint); grid-row: 1 / 3; align-self: center; }
.newest .cover ~ .byline { align-self: start; }
`);

/** The style of the pages on which people give programs access, and end it. */
const accessStyle = vouchedHtml(`
button.other { background: none; border-color: var(--control); color: var(--ink); }
.newest form { margin-top: .5rem; }
.own fieldset { flex-basis: 100%; min-width: 0; margin: 0; border: 1px solid var(--line); border-radius: 8px; padding: .4rem 1rem 1rem; }
.own legend { font-weight: 600; padding-inline: .3rem; margin-left: -.3rem; }
.own label { display: grid; grid-template-columns: auto 1fr; gap: .1rem .7rem; align-items: center; margin-top: .9rem; }
.own [type="checkbox"] { width: 1.15rem; height: 1.15rem; margin: 0; accent-color: var(--link); }
.own span { margin: 0; }
.own small { grid-column: 2; color: var(--quiet); font-size: inherit; }
`);

/** An addition of some pages: a further style sheet, the same in all themes, and perhaps a script. */
export interface Extra {
  readonly style: SafeHtml;
  /** The script's name; null for none. */
  readonly script: string | null;
  /** True if the script reads from the site. */
  readonly reads: boolean;
}

/**
 * Players, coloured code, galleries whose pictures open large, ready blocks, embeds, suggestions, filters
 * in a dialog, front pages, pages of access for programs, and pictures that are cut around a focal point.
 */
export type PageExtra =
  | "player"
  | "code"
  | "gallery"
  | "blocks"
  | "embeds"
  | "search"
  | "filters"
  | "front"
  | "access"
  | "focus";

export const pageExtras: Readonly<Record<PageExtra, Extra>> = {
  player: { style: playerStyle, script: scriptNames.player, reads: true },
  code: { style: codeStyle, script: null, reads: false },
  gallery: { style: galleryStyle, script: scriptNames.gallery, reads: false },
  blocks: { style: blocksStyle, script: null, reads: false },
  embeds: { style: embedsStyle, script: scriptNames.embeds, reads: false },
  search: { style: searchStyle, script: scriptNames.search, reads: true },
  filters: { style: filtersStyle, script: scriptNames.filters, reads: true },
  front: { style: frontStyle, script: null, reads: false },
  access: { style: accessStyle, script: null, reads: false },
  focus: { style: focusStyle, script: null, reads: false },
};

/** The additions of a page with this HTML: its images are known only when it is written. */
export const withFocus = (html: string, extras: readonly PageExtra[] = []): readonly PageExtra[] =>
  showsFocus(html) ? [...extras, "focus"] : extras;

/** True if readers are shown a gallery of the body, unless they may see none of its images, or only one. */
export const hasGallery = (body: readonly Section[]): boolean =>
  hasBlock(body, ({ type, value }) => type === "gallery" && (galleryEntries(value)?.length ?? 0) > 1);

export const hasReadyBlock = (body: readonly Section[]): boolean =>
  hasBlock(body, ({ type }) => readyBlockNames.some((name) => name === type));

const hasBlock = (body: readonly Section[], isOne: (block: StoredBlock) => boolean): boolean =>
  shownSections(body).some(({ value }) => value.some(isOne));
