import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, root } from "#test/support/sources.ts";

/** A rule of the contract: a third-level heading on one of its pages. */
export interface Rule {
  readonly name: string;
  /** From the project's root, such as `docs/contract/editor.md`. */
  readonly page: string;
}

/** Every rule, page by page, in order. */
export const contractRules = (): Rule[] =>
  filesBelow("docs/contract")
    .filter((page) => !page.endsWith("README.md"))
    .flatMap((page) => rulesOn(page, readFileSync(join(root, page), "utf8")));

export const rulesOn = (page: string, text: string): Rule[] =>
  [...text.matchAll(/^### (.+)$/gm)].map(([, name = ""]) => ({ name, page }));
