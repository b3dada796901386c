import * as z from "zod/mini";
import { log } from "#lib/log.ts";
import { variable } from "./environment.ts";

/**
 * A setting with a default, parsed once per text of its variable. Requests must not fail because of it: there
 * a wrong value counts as the default, or as `whenWrong`, and each process logs it once.
 */
export interface Setting<Value> {
  (): Value;
  /** The value; throws an error of one sentence if it is wrong. */
  readonly required: () => Value;
  readonly variable: string;
}

type Schema<Value> = z.ZodMiniType<Value>;

interface Options<Value> {
  /** The value in requests if the text is wrong and the default would permit too much. */
  readonly whenWrong?: Value;
}

/**
 * A setting in JSON; `null` counts as not set. With `@__PURE__` before the call, the bundles of functions
 * that do not read the setting leave it out.
 */
export const jsonSetting = <Value>(
  name: string,
  schema: Schema<Value>,
  defaultValue: Value,
  options: Options<Value> = {},
): Setting<Value> =>
  settingOf(name, defaultValue, options, (text) => {
    const value = fromJson(name, text);
    return value === null ? defaultValue : checked(name, schema, value);
  });

export const textSetting = <Value>(
  name: string,
  schema: Schema<Value>,
  defaultValue: Value,
): Setting<Value> => settingOf(name, defaultValue, {}, (text) => checked(name, schema, text));

const settingOf = <Value>(
  name: string,
  defaultValue: Value,
  { whenWrong = defaultValue }: Options<Value>,
  parse: (text: string) => Value,
): Setting<Value> => {
  let last: (Parsed<Value> & { readonly text: string }) | undefined;
  let hasComplained = false;
  const read = () => {
    const set = variable(name);
    const text = set ?? "";
    if (last?.text === text) return last;
    hasComplained = false;
    last = {
      text,
      ...(set === undefined ? withoutError(defaultValue) : outcomeOf(() => parse(set), whenWrong)),
    };
    return last;
  };
  const inRequests = (): Value => {
    const { value, error } = read();
    if (error && !hasComplained) log.write("error", { error: error.message });
    hasComplained ||= error !== undefined;
    return value;
  };
  const required = (): Value => {
    const { value, error } = read();
    if (error) throw error;
    return value;
  };
  return Object.assign(inRequests, { required, variable: name });
};

interface Parsed<Value> {
  readonly value: Value;
  readonly error: Error | undefined;
}

const withoutError = <Value>(value: Value): Parsed<Value> => ({ value, error: undefined });

const outcomeOf = <Value>(parse: () => Value, whenWrong: Value): Parsed<Value> => {
  try {
    return withoutError(parse());
  } catch (error) {
    return { value: whenWrong, error: error as Error };
  }
};

const fromJson = (name: string, text: string): unknown => {
  let namesPrototype = false;
  const reviver = (member: string, value: unknown): unknown => {
    namesPrototype ||= member === "__proto__";
    return value;
  };
  let value: unknown;
  try {
    value = JSON.parse(text, reviver);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(name);
    throw new Error(`The setting ${name} is not JSON: ${text}`);
  }
  // zod drops such a member silently.
  if (namesPrototype) throw new Error(`The setting ${name} is wrong: no member can be called __proto__.`);
  return value;
};

const checked = <Value>(name: string, schema: Schema<Value>, value: unknown): Value => {
  const result = parsed(name, schema, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const at = issue?.path.length ? ` at ${issue.path.join(".")}` : "";
  throw new Error(`The setting ${name} is wrong${at}: ${issue?.message}.`);
};

const parsed = <Value>(name: string, schema: Schema<Value>, value: unknown) => {
  try {
    return schema.safeParse(value);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep(name) : error;
  }
};

/** Parsers call themselves for each level, and the engine throws a `RangeError` when its stack is full. */
const tooDeep = (name: string): Error => new Error(`The setting ${name} is wrong: it is nested too deeply.`);

export const flag = z.pipe(
  z
    .string()
    .check(z.regex(/^(true|false)$/i, { error: ({ input }) => `true or false is expected, not ${input}` })),
  z.transform((text) => text.toLowerCase() === "true"),
);

const matching = (pattern: RegExp, what: string) =>
  z.string().check(z.regex(pattern, { error: ({ input }) => `${what} is expected, not ${input}` }));

export const wholeNumber = (unit: string) =>
  z.pipe(matching(/^\d{1,15}$/, `a number of ${unit}`), z.transform(Number));

/** Fewer than a million seconds: timers take at most 24 days. */
export const seconds = z.pipe(matching(/^\d{1,6}(\.\d{1,9})?$/, "a number of seconds"), z.transform(Number));

/** A text that is not blank. */
export const someText = z.custom<string>(
  (value) => typeof value === "string" && value.trim() !== "",
  "a text is expected",
);

/** An object with these members and no others. */
export const membersOf = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, { error: wrongMember(Object.keys(shape)) });

/** An object with some of these members and no others. */
export const someOf = <Name extends string, Value extends z.core.$ZodType>(
  names: readonly Name[],
  value: Value,
) => z.partialRecord(z.enum(names), value, { error: wrongMember(names) });

const wrongMember =
  (names: readonly string[]) =>
  (issue: z.core.$ZodRawIssue): string =>
    issue.code === "unrecognized_keys"
      ? `there is no member ${JSON.stringify(issue.keys[0])}, only ${names.join(", ")}`
      : "an object is expected";
