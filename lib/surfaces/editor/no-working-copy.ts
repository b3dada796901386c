import { Refusal } from "#lib/refusals/refusal.ts";

/** The refusal for who has no working copy of a page, to be thrown. */
export const noWorkingCopy = (): Refusal =>
  new Refusal("not_found", { detail: "You have no working copy of this page." });
