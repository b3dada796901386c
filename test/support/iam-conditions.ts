import { fitsWildcards } from "./wildcards.ts";

/** A condition of a statement. */
export interface IamCondition {
  readonly test: string;
  /** A key of what a request says of itself, such as `dynamodb:LeadingKeys`. */
  readonly variable: string;
  readonly values: readonly string[];
}

/**
 * True if a condition holds of the values that a request has for its variable. `ForAllValues` holds of no
 * values, too; a plain test does not, unless it is a negation. Throws for tests that no policy had when this
 * was written.
 */
export const iamConditionHolds = (
  { test: name, values }: Pick<IamCondition, "test" | "values">,
  found: readonly string[] = [],
): boolean => {
  const [, forAll, plain = ""] = /^(ForAllValues:)?(\w+)$/.exec(name) ?? [];
  const test = tests[plain];
  if (!test) throw new Error(`This stand-in of IAM does not know the condition ${name}.`);
  if (found.length === 0) return forAll !== undefined || plain.includes("Not");
  return found.every((text) => test(values, text));
};

const tests: Readonly<Record<string, (values: readonly string[], text: string) => boolean>> = {
  StringEquals: (values, text) => values.includes(text),
  StringNotEquals: (values, text) => !values.includes(text),
  StringLike: (values, text) => values.some((pattern) => fitsWildcards(pattern, text)),
  StringNotLike: (values, text) => !values.some((pattern) => fitsWildcards(pattern, text)),
};
