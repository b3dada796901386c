import type * as z from "zod";
import { isObject } from "#lib/blocks/is-object.ts";
import { certain } from "#lib/certain.ts";
import { maxManifestProblems, type Path, type Report, type WrittenWords } from "#lib/manifest/problem.ts";
import { expectations, fileWords } from "#lib/manifest/words.ts";
import type { ProblemCode } from "#lib/refusals/problem.ts";

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  boolean: "true or false",
  array: "a list",
  number: "a number",
  int: "an integer",
};

/** The message for an issue of the schema; texts of `fields.ts` stay as they are. */
const expectationOf = (issue: z.core.$ZodRawIssue, words: WrittenWords): string | undefined => {
  switch (issue.code) {
    case "invalid_type":
      return mistyped(kindOf(issue.expected, words), issue.input, words);
    case "invalid_value":
      return mistyped(listed(issue.values), issue.input, words);
    case "invalid_union":
      if (discriminatorOf(issue) === undefined)
        return mistyped(expectedBy(issue.inst, words), issue.input, words);
      return mistyped(listed("options" in issue ? (issue.options as unknown[]) : []), memberOf(issue), words);
    case "too_big":
      return `expected ${issue.origin === "array" ? "a list of " : ""}at most ${issue.maximum}`;
    case "too_small":
      return issue.origin === "array"
        ? "expected a list that is not empty"
        : `expected at least ${issue.minimum}`;
    case "unrecognized_keys":
      return `unknown ${words.key}; expected ${listed(knownKeys(issue.inst))}`;
    default:
      return undefined;
  }
};

const expectedBy = (schema: unknown, words: WrittenWords): string =>
  expectations.get(schema as z.ZodType)?.expected(words) ?? "another value";

const kindOf = (expected: string, { map }: WrittenWords): string =>
  expected === "object" || expected === "record" ? map : (kinds[expected] ?? expected);

const mistyped = (expected: string, found: unknown, { asText }: WrittenWords): string => {
  if (found === undefined) return `is required: expected ${expected}`;
  const isBare = expected === "text" && (typeof found === "number" || typeof found === "boolean");
  return isBare ? asText(found) : `expected ${expected}`;
};

type AnyIssue = z.core.$ZodRawIssue | z.core.$ZodIssue;

/** The member by which a union tells its objects apart. */
const discriminatorOf = (issue: AnyIssue): string | undefined =>
  (issue as { readonly discriminator?: string }).discriminator;

const memberOf = (issue: AnyIssue): unknown => {
  const member = discriminatorOf(issue);
  return member === undefined ? issue.input : (issue.input as Record<string, unknown> | undefined)?.[member];
};

/** What requests are told; the checks of `fields.ts` give their own codes. */
const codeOf = (issue: z.core.$ZodIssue): ProblemCode => {
  const isNumber = "origin" in issue && (issue.origin === "number" || issue.origin === "int");
  switch (issue.code) {
    case "invalid_type":
      if (issue.input == null) return issue.input === null ? "null" : "required";
      return issue.expected === "array" ? "not_a_list" : "invalid";
    case "invalid_value":
      return issue.input === undefined ? "required" : "invalid_choice";
    case "invalid_union":
      if (memberOf(issue) === undefined) return "required";
      return discriminatorOf(issue) === undefined ? "invalid" : "invalid_choice";
    case "too_big":
      return isNumber ? "max_value" : "max_length";
    case "too_small":
      return isNumber ? "min_value" : "invalid";
    case "unrecognized_keys":
      return "unsupported";
    case "custom":
      return issue.params?.code ?? "invalid";
    default:
      return "invalid";
  }
};

const listed = (values: readonly unknown[]): string => {
  const texts = values.map((value) => (typeof value === "string" ? value || '""' : String(value)));
  return texts.length === 1 ? certain(texts[0]) : `one of ${texts.join(", ")}`;
};

const knownKeys = (schema: unknown): string[] => Object.keys((schema as z.ZodObject).shape);

/** Reports what breaks the schema, in these words; gives the number of problems. */
export const reportExpectations = (
  schema: z.ZodType,
  value: unknown,
  at: Path,
  report: Report,
  words: WrittenWords = fileWords,
): number => {
  const error = (issue: z.core.$ZodRawIssue) => expectationOf(issue, words);
  const issues = schema.safeParse(value, { error, reportInput: true }).error?.issues ?? [];
  let count = 0;
  for (const issue of issues) {
    const path = [...at, ...(issue.path as Path)];
    const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
    const paths = keys.length === 0 ? [path] : keys.map((key) => [...path, key]);
    for (const each of paths) if (count++ < maxManifestProblems) report(each, issue.message, codeOf(issue));
  }
  return count;
};

/**
 * The most members of a list or map within an object of the file. With more faults in one value, zod fails.
 */
const maxMembers = 50_000;

type Sections = Readonly<Record<string, z.ZodType>>;

/**
 * Reports what breaks the schema, one member of a list after the other. Stops after as many problems as
 * people are told, and gives false then. `pages` have others below them.
 */
export const reportManifest = (
  schema: z.ZodType,
  members: Sections,
  value: unknown,
  report: Report,
  words: WrittenWords = fileWords,
): boolean => {
  let count = 0;
  const checked = (of: z.ZodType, part: unknown, at: Path): boolean => {
    const long = longPart(part);
    if (long) {
      report([...at, ...long], `expected at most ${maxMembers} members`, "max_length");
      return false;
    }
    count += reportExpectations(of, part, at, report, words);
    return count < maxManifestProblems;
  };
  const checkedList = (of: z.ZodType, list: readonly unknown[], at: Path): boolean =>
    list.every((member, index) => {
      const place = [...at, index];
      const below = at[0] === "pages" && isObject(member) ? member.children : undefined;
      if (!Array.isArray(below)) return checked(of, member, place);
      const own = { ...(member as object), children: [] };
      return checked(of, own, place) && checkedList(of, below, [...place, "children"]);
    });
  if (!isObject(value)) return checked(schema, value, []);
  const lists = Object.keys(members).filter((name) => Array.isArray(value[name]));
  const top = { ...value, ...Object.fromEntries(lists.map((name) => [name, []])) };
  return (
    checked(schema, top, []) &&
    lists.every((name) => checkedList(certain(members[name]), value[name] as readonly unknown[], [name]))
  );
};

/** The path to a list or map that has too many members. */
const longPart = (part: unknown): Path | undefined => {
  if (typeof part !== "object" || part === null) return undefined;
  const members = Object.entries(part);
  if (members.length > maxMembers) return [];
  for (const [key, member] of members) {
    const below = longPart(member);
    if (below) return [Array.isArray(part) ? Number(key) : key, ...below];
  }
  return undefined;
};
