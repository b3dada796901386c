import { vouchedHtml } from "#lib/richtext/safe-html.ts";

/** The style of a gallery's large pictures. They are on black in every theme. */
export const galleryStyle = vouchedHtml(`
.gallery a { cursor: zoom-in; }
.lightbox { margin: 0; width: 100vw; height: 100dvh; max-width: none; max-height: none; padding: 0; border: 0; background: #0c0c0d; color: #f2f1ee; }
.lightbox[open] { display: grid; grid-template-rows: minmax(0, 1fr) auto; }
.lightbox::backdrop { background: #0c0c0d; }
.lightbox figure { display: grid; grid-template-rows: minmax(0, 1fr) auto; min-height: 0; }
.lightbox img { width: 100%; height: 100%; object-fit: contain; border-radius: 0; }
.lightbox figcaption { max-width: 40rem; margin: 0 auto; padding: .7rem 1.25rem 0; color: inherit; }
.lightbox .bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: .5rem .7rem; padding: .7rem .5rem 1rem; font: .8rem/1.5 var(--sans); }
.lightbox [role="status"] { text-align: center; font-variant-numeric: tabular-nums; }
.lightbox a { color: inherit; }
.lightbox button { padding: 0 .6rem; background: #232326; border-color: #84847f; color: inherit; }
.lightbox :focus-visible { outline-color: #f2f1ee; }
`);
