import { texts } from "../texts/index.ts";

/** The state of a page, in a word and a colour. */
export const State = ({ status }: { readonly status: string }) => (
  <span class={`state ${status.replace(/\W+/g, "-")}`}>{texts.states[status] ?? status}</span>
);
