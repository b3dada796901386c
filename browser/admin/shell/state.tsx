import { texts } from "../texts/index.ts";

/** The state of a page in one word: `changed` is a public page with a newer draft. */
export const stateOf = ({ status, live }: { readonly status: string; readonly live?: boolean }): string =>
  live && status === "draft" ? "changed" : status;

/** The state of a page, in a word and a colour. */
export const State = ({ status }: { readonly status: string }) => (
  <span class={`state ${status.replace(/\W+/g, "-")}`}>{texts.states[status] ?? status}</span>
);

interface StatedPage {
  readonly status: string;
  readonly live: boolean;
  readonly has_draft: boolean;
  readonly workflow: object | null;
  readonly locked: boolean;
}

/** All states that a page is in: a public one may be scheduled for its next revision, in review and locked. */
export const statesOf = (page: StatedPage): readonly string[] => [
  ...(page.live ? [page.has_draft ? "changed" : "live"] : []),
  ...(page.status === "scheduled" ? ["scheduled"] : []),
  ...(page.live || page.status === "scheduled" ? [] : ["draft"]),
  ...(page.workflow ? ["workflow"] : []),
  ...(page.locked ? ["locked"] : []),
];
