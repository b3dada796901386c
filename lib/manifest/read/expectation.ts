import type * as z from "zod";
import type { Path, Report } from "#lib/manifest/problem.ts";

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  boolean: "true or false",
  array: "a list",
  record: "a map",
  object: "a map",
  number: "a number",
  int: "an integer",
};

/** The message for an issue of the schema; texts of `fields.ts` stay as they are. */
const expectationOf = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case "invalid_type":
      return mistyped(kinds[issue.expected] ?? issue.expected, issue.input);
    case "invalid_value":
      return mistyped(listed(issue.values), issue.input);
    case "invalid_union":
      return mistyped(listed("options" in issue ? (issue.options as unknown[]) : []), memberOf(issue));
    case "too_big":
      return `expected ${issue.origin === "array" ? "a list of " : ""}at most ${issue.maximum}`;
    case "too_small":
      return issue.origin === "array"
        ? "expected a list that is not empty"
        : `expected at least ${issue.minimum}`;
    case "unrecognized_keys":
      return `unknown key; expected ${listed(knownKeys(issue.inst))}`;
    default:
      return undefined;
  }
};

const mistyped = (expected: string, found: unknown): string => {
  if (found === undefined) return `is required: expected ${expected}`;
  const isBare = expected === "text" && (typeof found === "number" || typeof found === "boolean");
  return isBare ? `expected text: put ${found} in quotes` : `expected ${expected}`;
};

const memberOf = (issue: z.core.$ZodRawIssue): unknown => {
  const member = (issue as { readonly discriminator?: string }).discriminator;
  return member === undefined ? issue.input : (issue.input as Record<string, unknown> | undefined)?.[member];
};

const listed = (values: readonly unknown[]): string => {
  const texts = values.map((value) => (typeof value === "string" ? value || '""' : String(value)));
  return texts.length === 1 ? texts[0]! : `one of ${texts.join(", ")}`;
};

const knownKeys = (schema: unknown): string[] => Object.keys((schema as z.ZodObject).shape);

export const reportExpectations = (schema: z.ZodType, value: unknown, report: Report): void => {
  const { error } = schema.safeParse(value, { error: expectationOf });
  for (const issue of error?.issues ?? []) {
    const path = issue.path as Path;
    const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
    if (keys.length === 0) report(path, issue.message);
    for (const key of keys) report([...path, key], issue.message);
  }
};
