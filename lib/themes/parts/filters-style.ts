import { vouchedHtml } from "#lib/richtext/safe-html.ts";

/** The style of the dialog with filters, which replaces the filters below a list on small screens. */
export const filtersStyle = vouchedHtml(`
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
dialog.filters label > .count { margin-left: auto; }
dialog.filters input { height: auto; accent-color: var(--link); }
dialog.filters .buttons { position: sticky; bottom: 0; display: flex; gap: .8rem; padding: .8rem 1.25rem; background: var(--paper); border-top: 1px solid var(--line); }
`);
