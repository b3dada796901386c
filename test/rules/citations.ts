import { sourcesBelow } from "#test/support/sources.ts";

/** A file that names a rule of the contract. */
export interface Citation {
  readonly file: string;
  readonly rule: string;
}

const folders = ["bench", "cli", "functions", "layers", "lib", "local", "stacks", "test"];

/** The rules that sources cite in comments and texts, as `contract#revision-token`. */
export const citations = (): Citation[] =>
  sourcesBelow(...folders).flatMap(({ path, text }) =>
    rulesCitedIn(text).map((rule) => ({ file: path, rule })),
  );

/** The rules that test files say they prove. */
export const proofs = (): Citation[] =>
  sourcesBelow("test")
    .filter(({ path }) => path.endsWith(".test.ts"))
    .flatMap(({ path, text }) => rulesProvedBy(text).map((rule) => ({ file: path, rule })));

export const rulesCitedIn = (text: string): string[] =>
  [...text.matchAll(/\bcontract#([\w-]+)/g)].map(([, name = ""]) => name);

/** The documents that sources name, such as `docs/settings.md#themes`. */
export const documentsNamed = (): { readonly file: string; readonly target: string }[] =>
  sourcesBelow(...folders).flatMap(({ path, text }) =>
    [...text.matchAll(/\bdocs\/[\w/-]+\.md(#[\w-]+)?/g)].map(([target]) => ({ file: path, target })),
  );

/** The names in the comment that a test file begins with, `// Proves contract rules: …, ….`, on one line or several. */
export const rulesProvedBy = (text: string): string[] => {
  const [, names = ""] = /^\/\/ Proves contract rules:([\w\s/,-]*)/.exec(text) ?? [];
  return names.match(/[\w-]+/g) ?? [];
};
