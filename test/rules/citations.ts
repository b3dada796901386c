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
  /** `decision 017` */
  decision: /\bdecision (\d{3})\b/g,
};

type Form = keyof typeof forms;

/** The files that may cite: sources and the READMEs among them. */
export const citingFiles = filesBelow(
  ...["bench", "cli", "functions", "layers", "lib", "local", "packages", "stacks", "test"],
).filter((path) => /\.(ts|js|md)$/.test(path) && !path.includes("/dist/"));

/** All citations of a form. */
export const citationsOf = (form: Form): Citation[] =>
  citingFiles.flatMap((file) =>
    citedIn(form, readFileSync(join(root, file), "utf8")).map((name) => ({ file, name })),
  );

export const citedIn = (form: Form, text: string): string[] =>
  [...text.matchAll(forms[form])].map(([, name = ""]) => name);

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
