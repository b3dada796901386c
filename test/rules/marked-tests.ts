import { sourcesBelow } from "#test/support/sources.ts";

/** A test as its file tells it. */
export interface Test {
  readonly file: string;
  /** The titles of what it stands in and its own, without marks; `…` stands for what differs from row to row. */
  readonly title: string;
  /** The names of the rules that it proves, such as `Publish 3`. */
  readonly marks: readonly string[];
}

interface Group {
  readonly indent: number;
  readonly title: string;
}

/** Every test of the project, file by file in their order, read without running any. */
export const allTests = (): Test[] =>
  sourcesBelow("test")
    .filter(({ path }) => path.endsWith(".test.ts"))
    .flatMap(({ path, text }) => testsIn(path, text));

const opening = /^( *)(test|describe)(\.each|\.runIf)?\b/;
const literal = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/.source;
const trailingMarks = /(?: \[[A-Z][^\]]*\])+$/;

/**
 * The tests of a file that is formatted as the project is: a `test` or `describe` begins its line, and the last line
 * of its call is as far indented as the first.
 */
export const testsIn = (file: string, text: string): Test[] => {
  const lines = text.split("\n");
  const tests: Test[] = [];
  let groups: Group[] = [];
  for (const [index, line] of lines.entries()) {
    groups = groups.filter(({ indent }) => !isEndAt(line, indent));
    const [, spaces, kind, calledFirst] = opening.exec(line) ?? [];
    if (spaces === undefined) continue;
    const title = titleOf(lines.slice(index), spaces, calledFirst !== undefined);
    if (title === undefined) continue;
    if (kind === "describe") groups.push({ indent: spaces.length, title: generalized(title) });
    else tests.push(testOf(file, title, groups));
  }
  return tests;
};

const isEndAt = (line: string, indent: number): boolean =>
  line.startsWith(" ".repeat(indent)) && /^\}?\);$/.test(line.slice(indent));

/**
 * The title of the call that begins with the first line; undefined when it is no literal. Where something like `.each(…)`
 * is called first, the title follows its closing parenthesis, which stands on the first line or as far indented.
 */
const titleOf = (lines: readonly string[], spaces: string, isCalledTwice: boolean): string | undefined => {
  const end = lines.findIndex((line) => isEndAt(line, spaces.length));
  const call = lines.slice(0, end < 0 ? 1 : end).join("\n");
  const before = isCalledTwice ? String.raw`^${spaces}\S(?:.*?\))?\(\s*` : String.raw`^ *\w+\(\s*`;
  const quoted = new RegExp(before + literal, isCalledTwice ? "m" : "").exec(call)?.[1];
  return quoted?.slice(1, -1).replace(/\\(.)/g, "$1");
};

const testOf = (file: string, title: string, groups: readonly Group[]): Test => {
  const [marks = ""] = trailingMarks.exec(title) ?? [];
  const own = generalized(title.slice(0, title.length - marks.length));
  return {
    file,
    title: [...groups.map((group) => group.title), own].join(" › "),
    marks: [...marks.matchAll(/\[([^\]]*)\]/g)].map(([, name = ""]) => name),
  };
};

const generalized = (title: string): string => title.replace(/%[sdifjo]|\$\{[^}]*\}|\$[\w.]+/g, "…");
