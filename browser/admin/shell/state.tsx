import { texts } from "../texts/index.ts";

/** The state of a page in one word: `changed` is a public page with a newer draft. */
export const stateOf = ({ status, live }: { readonly status: string; readonly live?: boolean }): string =>
  live && status === "draft" ? "changed" : status;

/** The state of a page, in a word and a colour. */
export const State = ({ status }: { readonly status: string }) => (
  <span class={`state ${status.replace(/\W+/g, "-")}`}>{texts.states[status] ?? status}</span>
);
