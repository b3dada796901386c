import * as z from "zod/mini";
import { parseInstant } from "#lib/instant.ts";
import { thousandths } from "#lib/media/focal-point.ts";
import type { TranscriptFormat } from "#lib/media/transcripts/formats.ts";
import { isShallow } from "#lib/pages/working-copy.ts";
import type { ProblemCode } from "#lib/refusals/problem.ts";
import { explanation } from "./shapes.ts";

/**
 * Fields of request bodies, with the codes of contract#strings and contract#numbers-and-booleans. They are
 * required unless in `z.optional`, and never null unless in `orNull`.
 */

type Report = (code: ProblemCode, message: string, path?: readonly (string | number)[]) => void;

type Schema = Readonly<Record<string, unknown>>;

/** One more than a refusal reports, so that it can report that there are more. */
const maxProblems = 501;

/** A field with its own check, which gives the value, or reports problems and gives undefined. */
const field = <Value>(schema: Schema, check: (value: unknown, report: Report) => Value | undefined) => {
  const checked = z.transform((value: unknown, context): Value => {
    let problems = 0;
    const report: Report = (code, message, path = []) => {
      problems++;
      // zod passes issues on as arguments of one call, which fails with a hundred thousand of them.
      if (problems > maxProblems) return;
      context.issues.push({ code: "custom", input: value, params: { code }, message, path: [...path] });
    };
    if (value === undefined) report("required", "This field is required.");
    const result = value === undefined ? undefined : check(value, report);
    return problems > 0 ? z.NEVER : (result as Value);
  });
  return z.pipe(z.unknown(), checked).register(z.globalRegistry, schema);
};

/** `maxLength` counts code points. */
interface TextRules {
  readonly maxLength?: number;
  readonly blank?: boolean;
  readonly untrimmed?: boolean;
  /** Normalizes to NFC, so that texts that Unicode considers the same are equal. */
  readonly composed?: boolean;
  /** Refuses numbers. */
  readonly stringsOnly?: boolean;
  readonly grammar?: Grammar;
}

/** A grammar of a text, and the message for those that do not match it. */
interface Grammar {
  readonly matches: (text: string) => boolean;
  readonly message: string;
  /** What the document says of it: no text matches without matching this (ECMA-262, with Unicode). */
  readonly pattern?: string;
}

/** False for what the parser reads as another number: 1e999 is infinity, and long ones lose digits. */
const isExactNumber = (value: unknown): boolean =>
  typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

const checkText = (value: unknown, rules: TextRules, report: Report): string | undefined => {
  const { maxLength, blank, untrimmed, composed, stringsOnly, grammar } = rules;
  if (value === null) return void report("null", "This field may not be null.");
  if (typeof value !== "string" && (stringsOnly || !isExactNumber(value)))
    return void report("invalid", "Not a valid string.");
  const trimmed = untrimmed ? String(value) : String(value).trim();
  const text = composed ? trimmed.normalize("NFC") : trimmed;
  if (!text.isWellFormed()) return void report("invalid", "The text contains half of a surrogate pair.");
  if (!blank && text === "") return void report("blank", "This field may not be blank.");
  const hasNulls = !untrimmed && text.includes("\0");
  const isLong = maxLength !== undefined && [...text].length > maxLength;
  const isOther = grammar && !hasNulls && !grammar.matches(text);
  if (hasNulls) report("null_characters_not_allowed", "Null characters are not allowed.");
  if (isLong) report("max_length", `Ensure this field has no more than ${maxLength} characters.`);
  if (isOther) report("invalid", grammar.message);
  return hasNulls || isLong || isOther ? undefined : text;
};

/** A string, or a number as its digits. By default trimmed, not blank, and without null characters. */
export const textField = (rules: TextRules = {}) =>
  field(textSchema(rules), (value, report) => checkText(value, rules, report));

const textSchema = ({ maxLength, grammar }: TextRules): Schema => ({
  type: "string",
  ...(maxLength && { maxLength }),
  ...(grammar?.pattern !== undefined && { pattern: grammar.pattern }),
});

const decimal = /^\s*[+-]?\d+\s*$/;

const checkInteger = (value: unknown, report: Report): number | undefined => {
  if (value === null) return void report("null", "This field may not be null.");
  const integer = typeof value === "string" && decimal.test(value) ? Number(value) : value;
  return Number.isInteger(integer)
    ? (integer as number)
    : void report("invalid", "A valid integer is required.");
};

/** The value of a text, or its problems. */
export type ParsedText<Value> =
  | { readonly value: Value }
  | { readonly problems: readonly { readonly code: ProblemCode; readonly message: string }[] };

export const parsedText = <Value>(
  parse: (text: string) => ParsedText<Value>,
  rules: TextRules = {},
  schema: Schema = {},
) =>
  field({ type: "string", ...schema }, (value, report): Value | undefined => {
    const text = checkText(value, rules, report);
    const parsed = text === undefined ? { problems: [] } : parse(text);
    if ("value" in parsed) return parsed.value;
    for (const { code, message } of parsed.problems) report(code, message);
    return undefined;
  });

/** An integer; also an integral float or a string of decimal digits. */
/** The proof of a form. Without a declared field, it would not reach the check of it. */
export const csrfField = () => z.optional(textField({ maxLength: 1024, blank: true }));

export const integerField = () => field({ type: "integer" }, checkInteger);

export const positiveIntegerField = ({ maximum }: { readonly maximum?: number } = {}) =>
  field({ type: "integer", minimum: 1, ...(maximum && { maximum }) }, (value, report): number | undefined => {
    const integer = checkInteger(value, report);
    if (integer === undefined) return undefined;
    if (integer < 1) return void report("min_value", "Ensure this value is greater than or equal to 1.");
    if (maximum !== undefined && integer > maximum)
      return void report("max_value", `Ensure this value is less than or equal to ${maximum}.`);
    return Number.isSafeInteger(integer) ? integer : void report("invalid", "The number is too large.");
  });

/** A number from 0 to 1, also as text, rounded to thousandths. */
export const fractionField = () =>
  field({ type: "number", minimum: 0, maximum: 1 }, (value, report): number | undefined => {
    if (value === null) return void report("null", "This field may not be null.");
    const isText = typeof value === "string" && /^\s*[+-]?\d*\.?\d+\s*$/.test(value);
    const number = isText ? Number(value) : value;
    if (typeof number !== "number") return void report("invalid", "A valid number is required.");
    if (number < 0) return void report("min_value", "Ensure this value is greater than or equal to 0.");
    if (number > 1) return void report("max_value", "Ensure this value is less than or equal to 1.");
    return thousandths(number);
  });

/** The digits of an integer without a plus or leading zeros, so that equal integers are equal texts. */
export const plainDigits = (text: string): string => {
  const [, sign = "", digits = "0"] = /^\+?(-?)0*(\d+)$/.exec(text.trim()) ?? [];
  return digits === "0" ? digits : sign + digits;
};

/** An integer of any size, as its plain digits, because numbers are exact only up to 2^53. */
export const wholeNumberField = () => {
  const made = field({ type: "integer" }, (value, report): string | undefined => {
    if (typeof value === "string" && decimal.test(value)) return plainDigits(value);
    const integer = checkInteger(value, report);
    return integer === undefined ? undefined : String(BigInt(integer));
  });
  wholeNumbers.add(made);
  return made;
};

const wholeNumbers = new WeakSet<object>();

/** One of these texts or numbers, whose meanings the document lists; a number also as its digits. */
export const choiceField = <const Choice extends string | number>(
  choices: readonly Choice[],
  meanings: Readonly<Record<Choice, string>>,
) =>
  field({ enum: choices, description: explanation(meanings) }, (value, report): Choice | undefined => {
    if (value === null) return void report("null", "This field may not be null.");
    const isScalar = typeof value === "string" || typeof value === "number";
    const chosen = choices.find((choice) => isScalar && String(choice) === String(value));
    return (
      chosen ?? void report("invalid_choice", `Expected one of ${choices.map((c) => `"${c}"`).join(", ")}.`)
    );
  });

const trueWords: readonly unknown[] = ["true", "t", "yes", "y", "on", "1", 1, true];
const falseWords: readonly unknown[] = ["false", "f", "no", "n", "off", "0", 0, false];

/** A boolean, 0 or 1, or one of the usual words in any case. */
export const booleanField = () =>
  field({ type: "boolean" }, (value, report): boolean | undefined => {
    if (value === null) return void report("null", "This field may not be null.");
    const word = typeof value === "string" ? value.trim().toLowerCase() : value;
    if (trueWords.includes(word)) return true;
    if (falseWords.includes(word)) return false;
    return void report("invalid", "Must be a valid boolean.");
  });

export const instantField = () =>
  field({ type: "string", format: "date-time" }, (value, report): string | undefined => {
    if (value === null) return void report("null", "This field may not be null.");
    const instant = typeof value === "string" ? parseInstant(value.trim()) : undefined;
    return instant ?? void report("invalid", "A date and time such as 2026-01-02T03:04:05Z is required.");
  });

/** A list whose members are checked later. */
export const listField = (items: Schema = {}) =>
  field({ type: "array", items }, (value, report): readonly unknown[] | undefined => {
    if (value === null) return void report("null", "This field may not be null.");
    return Array.isArray(value) ? value : void report("not_a_list", "Expected a list.");
  });

interface ListRules {
  readonly maxItems?: number;
  /** Reports what is wrong between the members, which are as they were sent. */
  readonly compare?: (items: readonly unknown[], report: Report) => void;
}

/** A list of one kind of member, in order; drops repeated scalars. */
export const listOf = <Member>(member: z.ZodMiniType<Member>, { maxItems, compare }: ListRules = {}) => {
  const schema = { type: "array", items: descriptionOf(member), ...(maxItems !== undefined && { maxItems }) };
  return field(schema, (value, report): Member[] | undefined => {
    if (value === null) return void report("null", "This field may not be null.");
    if (!Array.isArray(value)) return void report("not_a_list", "Expected a list.");
    if (maxItems !== undefined && value.length > maxItems)
      return void report("max_length", `Ensure this list has no more than ${maxItems} items.`);
    const members = new Set<Member | undefined>();
    let refused = 0;
    for (const [index, item] of value.entries()) {
      const checked = checkMember(member, item, index, report);
      if (checked === undefined && ++refused === maxProblems) break;
      members.add(checked);
    }
    compare?.(value, report);
    return [...members] as Member[];
  });
};

interface ObjectRules {
  /** True to tell of another value than an object below it as well, at `non_field_errors`. */
  readonly isToldBelow?: boolean;
}

/** An object of known members; unknown ones are ignored. */
export const objectOf = <Shape extends z.core.$ZodShape>(
  shape: Shape,
  { isToldBelow = true }: ObjectRules = {},
) => {
  const schema = z.object(shape);
  return field(objectDescription(shape), (value, report): z.output<typeof schema> | undefined => {
    if (value === null) return void report("null", "This field may not be null.");
    if (typeof value !== "object" || Array.isArray(value)) {
      report("invalid", "Expected an object.");
      return isToldBelow ? void report("invalid", "Expected an object.", ["non_field_errors"]) : undefined;
    }
    return checkMember(schema, value, undefined, report);
  });
};

/**
 * An object with any members, as it was sent. Refuses what would not come back as it was sent: numbers that
 * JSON does not keep, and what nests too deeply to be written as JSON.
 */
export const anyObject = () =>
  field({ type: "object", additionalProperties: true }, (value, report): AnyObject | undefined => {
    if (value === null) return void report("null", "This field may not be null.");
    if (typeof value !== "object" || Array.isArray(value))
      return void report("invalid", "Expected an object.");
    if (!isShallow(value)) return void report("invalid", "The object is nested too deeply.");
    reportInexactNumbers(value, report);
    return value as AnyObject;
  });

const reportInexactNumbers = (
  value: unknown,
  report: Report,
  path: readonly (string | number)[] = [],
): void => {
  if (typeof value === "number" && !isExactNumber(value))
    report("invalid", "The number cannot be kept exactly: send it as text.", path);
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) reportInexactNumbers(member, report, [...path, name]);
};

type AnyObject = Readonly<Record<string, unknown>>;

export const orNull = <Value>(member: z.ZodMiniType<Value>) =>
  field({ anyOf: [descriptionOf(member), { type: "null" }] }, (value, report): Value | null | undefined =>
    value === null ? null : checkMember(member, value, undefined, report),
  );

/** Fields as they were sent, for bodies whose schema depends on the object that they change. */
export const uncheckedFields = (shape: z.core.$ZodShape) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, member]) => [name, z.optional(uncheckedField(member))]),
    ),
  );

/** Fields of new objects: the document names the required ones; their absence is found later, too. */
export const uncheckedNewFields = (shape: z.core.$ZodShape) => {
  const { required } = objectDescription(shape);
  return uncheckedFields(shape).register(z.globalRegistry, { required });
};

export const uncheckedField = (member: unknown) => {
  const made = field(descriptionOf(member), (value) => value);
  if (wholeNumbers.has(required(member) as object)) wholeNumbers.add(made);
  return made;
};

const descriptionOf = (member: unknown): Schema =>
  z.globalRegistry.get(required(member) as z.ZodMiniType) ?? {};

const required = (member: unknown): unknown =>
  member instanceof z.ZodMiniOptional ? member.def.innerType : member;

const objectDescription = (shape: z.core.$ZodShape): Schema => {
  const members = Object.entries(shape);
  return {
    type: "object",
    properties: Object.fromEntries(members.map(([name, member]) => [name, descriptionOf(member)])),
    required: members.filter(([, member]) => !(member instanceof z.ZodMiniOptional)).map(([name]) => name),
  };
};

/** A file, or the id of a completed upload; the handler checks the content. */
export const fileField = () =>
  field(
    { type: "string", format: "binary", description: "The file, or the id of a completed upload." },
    (value) => value,
  );

/** The fields of a form as they were sent, each a text or a `FormFile`. */
export type FormValues = Readonly<Record<string, unknown>>;

/** A form that its handler checks in stages; its members only describe it. Drops blank fields. */
export const stagedForm = (members: () => z.core.$ZodShape) =>
  field(objectDescription(members()), (values): FormValues => {
    const filled = Object.entries(values as object).filter(
      ([, value]) => !(typeof value === "string" && value.trim() === ""),
    );
    return Object.fromEntries(filled);
  });

/** The names of a body's fields that take files. */
export const fileFields = (body: z.ZodMiniType): ReadonlySet<string> => {
  const members = Object.entries((descriptionOf(body).properties ?? {}) as Readonly<Record<string, Schema>>);
  return new Set(members.filter(([, { format }]) => format === "binary").map(([name]) => name));
};

/** The names of a body's fields that hold lists. */
export const listFields = (body: z.ZodMiniType): ReadonlySet<string> =>
  namesOf(body, (member) => descriptionOf(member).type === "array");

/** The names of a body's fields that hold integers of any size. */
export const wholeNumberFields = (body: z.ZodMiniType): ReadonlySet<string> =>
  namesOf(body, (member) => wholeNumbers.has(required(member) as object));

/** True of a body that may also be a list: the messages of agents. Others are objects. */
export const mayBeList = (body: z.ZodMiniType): boolean => body._zod.def.type === "union";

/** True of routes of the API that take an object in JSON, and name members that they ignore. */
export const takesJsonObject = ({ path, body, bodyKinds }: JsonRoute): boolean =>
  path.startsWith("/api/") && body instanceof z.ZodMiniObject && bodyKinds.includes("json");

interface JsonRoute {
  readonly path: string;
  readonly body: z.ZodMiniType | null;
  readonly bodyKinds: readonly string[];
}

const namesOf = (body: z.ZodMiniType, isMeant: (member: unknown) => boolean): ReadonlySet<string> => {
  const members = body instanceof z.ZodMiniObject ? Object.entries(body.shape) : [];
  return new Set(members.filter(([, member]) => isMeant(member)).map(([name]) => name));
};

const checkMember = <Member>(
  member: z.ZodMiniType<Member>,
  value: unknown,
  index: number | undefined,
  report: Report,
): Member | undefined => {
  const result = member.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const path = [...(index === undefined ? [] : [index]), ...(issue.path as (string | number)[])];
    report(codeOf(issue), issue.message, path);
  }
  return undefined;
};

/** The problem code of an issue from one of these fields. */
export const codeOf = (issue: z.core.$ZodIssue): ProblemCode =>
  issue.code === "custom" ? ((issue.params?.code as ProblemCode | undefined) ?? "invalid") : "invalid";

/** A body that is a file of text, as it was sent, without its check. */
export interface TextFile {
  readonly format: TranscriptFormat;
  readonly bytes: Uint8Array;
  /** True if U+FFFD in it may stand for bytes that are not UTF-8. */
  readonly mayBeDamaged: boolean;
}

/** The whole body, of a route whose kinds of bodies are files. */
export const textFile = (schema: Schema) => field(schema, (value) => value as TextFile);
