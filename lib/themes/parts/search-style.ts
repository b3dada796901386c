import { vouchedHtml } from "#lib/richtext/safe-html.ts";

/** The style of suggestions below a search field. */
export const searchStyle = vouchedHtml(`
.words { position: relative; }
.words [role="listbox"] { position: absolute; z-index: 1; inset: calc(100% + .3rem) 0 auto; max-height: 60vh; overflow-y: auto; list-style: none; padding: .3rem; background: var(--paper); border: 1px solid var(--control); border-radius: 6px; box-shadow: 0 .4rem 1.2rem rgb(0 0 0 / .18); }
.words [role="option"] { display: block; padding: .35rem .5rem; border-radius: 4px; color: inherit; text-decoration: none; }
.words [role="option"]:is([aria-selected="true"], :hover) { background: var(--tint); color: var(--link); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`);
