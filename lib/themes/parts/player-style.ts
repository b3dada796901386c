import { vouchedHtml } from "#lib/richtext/safe-html.ts";

/** The style of players, in pages that have one. Follows the theme's style. */
export const playerStyle = vouchedHtml(`
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
.player select { height: 2.3rem; margin-left: .3rem; }
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
.transcript .lines { max-height: 22rem; overflow-y: auto; margin-top: .5rem; padding-right: .5rem; line-height: 1.55; }
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
  .player .time { margin-left: auto; }
  .player .volume { display: none; }
}
@media print { .player, .audio .download { display: none; } }
`);
