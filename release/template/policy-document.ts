import type { TemplateObject, TemplateValue } from "./template-value.ts";

interface PulumiStatement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly effect?: string;
  readonly conditions?: readonly {
    readonly test: string;
    readonly variable: string;
    readonly values: readonly string[];
  }[];
  readonly principals?: readonly { readonly type: string; readonly identifiers: readonly string[] }[];
}

/** A policy as IAM writes it, of the statements that the synthesis keeps. Throws for what it does not know. */
export const policyDocument = (json: string): TemplateObject => ({
  Version: "2012-10-17",
  Statement: (JSON.parse(json) as PulumiStatement[]).map(statementOf),
});

const statementOf = ({
  actions,
  resources,
  effect = "Allow",
  conditions = [],
  principals = [],
  ...others
}: PulumiStatement): TemplateObject => {
  const unknown = Object.keys(others);
  if (unknown.length > 0) throw new Error(`A statement has ${unknown.join(", ")}, which is not known here.`);
  return {
    Effect: effect,
    Action: [...actions],
    Resource: [...resources],
    ...(principals.length > 0 && { Principal: principalOf(principals) }),
    ...(conditions.length > 0 && { Condition: conditionOf(conditions) }),
  };
};

const principalOf = (principals: NonNullable<PulumiStatement["principals"]>): TemplateValue => {
  if (principals.some(({ type }) => type === "*")) return "*";
  return Object.fromEntries(principals.map(({ type, identifiers }) => [type, [...identifiers]]));
};

const conditionOf = (conditions: NonNullable<PulumiStatement["conditions"]>): TemplateObject => {
  const byTest: Record<string, Record<string, TemplateValue>> = {};
  for (const { test, variable, values } of conditions) {
    byTest[test] ??= {};
    if (variable in byTest[test]) throw new Error(`A statement has two conditions ${test} of ${variable}.`);
    byTest[test][variable] = [...values];
  }
  return byTest;
};
