import type { Statement } from "../deployed.ts";

/** What IAM decides about: an action on a resource, and what the request says of itself. */
export interface Asked {
  readonly action: string;
  readonly resource: string;
  /** The values of condition keys, such as `dynamodb:LeadingKeys`. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
}

/**
 * True if a statement allows all that is asked for at once, and none denies it. Source: AWS, "Policy
 * evaluation logic".
 */
export const isAllowed = (statements: readonly Statement[], asked: Asked): boolean => {
  const covering = statements.filter((statement) => covers(statement, asked));
  return covering.some(isAllowing) && covering.every(isAllowing);
};

const isAllowing = ({ effect = "Allow" }: Statement): boolean => effect.toLowerCase() === "allow";

const covers = (
  { actions, resources, conditions = [] }: Statement,
  { action, resource, context }: Asked,
): boolean =>
  actions.some((pattern) => matches(pattern, action)) &&
  resources.some((pattern) => matches(pattern, resource)) &&
  conditions.every(({ test, variable, values }) => holds(test, values, context?.[variable]));

/** An asterisk stands for any text, and a question mark for one character. */
const matches = (pattern: string, text: string): boolean => {
  const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${source.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);
};

const tests: Readonly<Record<string, (values: readonly string[], text: string) => boolean>> = {
  StringEquals: (values, text) => values.includes(text),
  StringNotEquals: (values, text) => !values.includes(text),
  StringLike: (values, text) => values.some((pattern) => matches(pattern, text)),
  StringNotLike: (values, text) => !values.some((pattern) => matches(pattern, text)),
};

/**
 * `ForAllValues` holds of no values, too; a plain test does not, unless it is a negation. Throws for tests
 * that no policy had when this was written.
 */
const holds = (name: string, values: readonly string[], found: readonly string[] = []): boolean => {
  const [, forAll, plain = ""] = /^(ForAllValues:)?(\w+)$/.exec(name) ?? [];
  const test = tests[plain];
  if (!test) throw new Error(`This stand-in of IAM does not know the condition ${name}.`);
  if (found.length === 0) return forAll !== undefined || plain.includes("Not");
  return found.every((text) => test(values, text));
};
