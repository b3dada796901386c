import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, root } from "#test/support/sources.ts";

/** A citation of a rule, a document or a decision in a file. */
export interface Citation {
  readonly file: string;
  readonly name: string;
}

const forms = {
  /** `contract#revision-token` */
  rule: /\bcontract#([\w-]+)/g,
  /** `docs/settings.md#themes` */
  document: /\b(docs\/[\w/-]+\.md(?:#[\w-]+)?)/g,
  /** `decision 131`, `decisions 028, 008 and 131` */
  decision: /\b[dD]ecisions? ((?:\d{3}(?:, | and )?)+)\b/g,
};

type Form = keyof typeof forms;

/** The files that may cite: sources and the READMEs among them. */
export const citingFiles = filesBelow(
  ...["browser", "cli", "functions", "layers", "lib", "local"],
  ...["packages", "release", "server", "stacks", "test"],
).filter((path) => /\.(ts|js|md)$/.test(path) && !path.includes("/dist/"));

/** All citations of a form. */
export const citationsOf = (form: Form): Citation[] =>
  citingFiles.flatMap((file) =>
    citedIn(form, readFileSync(join(root, file), "utf8")).map((name) => ({ file, name })),
  );

export const citedIn = (form: Form, text: string): string[] =>
  [...text.matchAll(forms[form])].flatMap(([, names = ""]) =>
    form === "decision" ? (names.match(/\d{3}/g) ?? []) : [names],
  );

/** The decisions that a document of Markdown links to: the number in a link's text and that of its file. */
export const linkedDecisions = (text: string): { said: string; file: string }[] =>
  [...text.matchAll(/\[(?:[dD]ecision\s+)?(\d{3})\]\([^)\s]*?(\d{3})-[^)\s/]*\.md/g)].map(
    ([, said = "", file = ""]) => ({ said, file }),
  );

/** The rules that test files claim to prove. */
export const proofs = (): Citation[] =>
  citingFiles
    .filter((path) => path.endsWith(".test.ts"))
    .flatMap((file) => rulesProvedBy(readFileSync(join(root, file), "utf8")).map((name) => ({ file, name })));

/** The rules in a test file's first comment: `// Proves contract rules: …, ….`, on one line or several. */
export const rulesProvedBy = (text: string): string[] => {
  const [, names = ""] = /^\/\/ Proves contract rules:([\w\s/,-]*)/.exec(text) ?? [];
  return names.match(/[\w-]+/g) ?? [];
};
