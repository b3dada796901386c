import type { RunAdministration } from "./output.ts";

/** A command: the words to type after `lectern`, and its code, which is loaded when needed. */
export interface Command {
  readonly words: string;
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<RunAdministration>;
}
