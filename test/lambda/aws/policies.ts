import { iamConditionHolds } from "#test/support/iam-conditions.ts";
import { fitsWildcards } from "#test/support/wildcards.ts";
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
  actions.some((pattern) => fitsWildcards(pattern, action)) &&
  resources.some((pattern) => fitsWildcards(pattern, resource)) &&
  conditions.every((condition) => iamConditionHolds(condition, context?.[condition.variable]));
