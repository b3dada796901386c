import type { ProblemCode } from "#lib/refusals/problem.ts";

/** Keys and list indexes from the top of the manifest. */
export type Path = readonly (string | number)[];

export interface ManifestProblem {
  /** The path, such as `pages[0].children[1].slug`; empty for the whole file. */
  readonly path: string;
  /** The line in the file, from 1. */
  readonly line: number;
  /** What is wrong, or what was expected. */
  readonly message: string;
}

/**
 * The most problems that are reported of a manifest, so that a file with hundreds of thousands of faults is
 * answered soon.
 */
export const maxManifestProblems = 500;

/** How problems speak of what is written: of a file, or of the members of a request. */
export interface WrittenWords {
  /** What names the part at a path. */
  readonly place: (path: Path) => string;
  readonly map: string;
  readonly key: string;
  /** The advice for a number or truth value where text is expected. */
  readonly asText: (value: number | boolean) => string;
  /** What is wrong with a secret that names a variable without value. */
  readonly unset: (variable: string) => string;
  /** What public keys are given as, and what the file with them is. */
  readonly keySet: string;
  readonly keyFile: string;
  /** All that is written. */
  readonly whole: string;
}

/** What is wrong with a part, or what was expected: a clause without a full stop. */
export type ProblemText = string | ((words: WrittenWords) => string);

export const messageText = (message: ProblemText, words: WrittenWords): string =>
  typeof message === "string" ? message : message(words);

/** The code is what a request is told; by default `invalid`. */
export type Report = (path: Path, message: ProblemText, code?: ProblemCode) => void;

/** A manifest that cannot be applied, with all its problems. Nothing has been written. */
export class InvalidManifest extends Error {
  override readonly name = "InvalidManifest";
  readonly problems: readonly ManifestProblem[];

  constructor(problems: readonly ManifestProblem[]) {
    super(problems.map(problemLine).join("\n"));
    this.problems = problems;
  }
}

/** The problem as one line: `12: pages[0].slug: expected …`, or without a path `12: …`. */
export const problemLine = ({ path, line, message }: ManifestProblem): string =>
  `${line}: ${path}${path && ": "}${message}`;

export const warningLine = (problem: ManifestProblem): string =>
  problemLine({ ...problem, message: `warning: ${problem.message}` });

export const pathText = (path: Path): string =>
  path
    .map((step) =>
      typeof step === "number"
        ? `[${step}]`
        : /^[\w$]+$/.test(step)
          ? `.${step}`
          : `[${JSON.stringify(step)}]`,
    )
    .join("")
    .replace(/^\./, "");
