import { Refusal } from "#lib/refusals/refusal.ts";

/** What was to be stored is not in the file store any more: it expired, or another request has used it. */
export class ContentGone extends Refusal {
  constructor() {
    super("busy", { detail: "The file went away while it was being stored; try again." });
  }
}
