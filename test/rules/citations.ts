import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, root } from "#test/support/sources.ts";

/** A place where a file names a rule, a document or a decision of the project. */
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

/** The files whose comments and texts may cite something: sources, and the READMEs among them. */
export const citingFiles = filesBelow(
  ...["bench", "cli", "functions", "layers", "lib", "local", "stacks", "test"],
).filter((path) => /\.(ts|js|md)$/.test(path));

/** Everything that is cited in a form. */
export const citationsOf = (form: Form): Citation[] =>
  citingFiles.flatMap((file) =>
    citedIn(form, readFileSync(join(root, file), "utf8")).map((name) => ({ file, name })),
  );

export const citedIn = (form: Form, text: string): string[] =>
  [...text.matchAll(forms[form])].map(([, name = ""]) => name);

/** The rules that test files say they prove. */
export const proofs = (): Citation[] =>
  citingFiles
    .filter((path) => path.endsWith(".test.ts"))
    .flatMap((file) => rulesProvedBy(readFileSync(join(root, file), "utf8")).map((name) => ({ file, name })));

/** The names in a test file's first comment: `// Proves contract rules: …, ….`, on one line or several. */
export const rulesProvedBy = (text: string): string[] => {
  const [, names = ""] = /^\/\/ Proves contract rules:([\w\s/,-]*)/.exec(text) ?? [];
  return names.match(/[\w-]+/g) ?? [];
};
