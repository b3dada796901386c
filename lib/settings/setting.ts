import type * as z from "zod/mini";
import { log } from "#lib/log.ts";
import { variable } from "./environment.ts";

/**
 * A setting with a default. Its value is parsed once for each text of its variable. In requests, which shall
 * not fail for it, a wrong value counts as the default, or as what is safer than that where the setting says
 * so, and the log of each process says it once.
 */
export interface Setting<Value> {
  (): Value;
  /** The same. Throws an error of one sentence where the value is wrong. */
  readonly required: () => Value;
  readonly variable: string;
}

type Schema<Value> = z.ZodMiniType<Value>;

interface Options<Value> {
  /** Other variables that the parser reads. */
  readonly alsoReads?: readonly string[];
  /** What a wrong value counts as in requests, where the default would permit too much. */
  readonly whenWrong?: Value;
}

/** A setting whose variable holds JSON, of which `null` counts as not set. */
export const jsonSetting = <Value>(
  name: string,
  schema: Schema<Value>,
  otherwise: Value,
  options: Options<Value> = {},
): Setting<Value> =>
  settingOf(name, otherwise, options, (text) => {
    const value = fromJson(name, text);
    return value === null ? otherwise : checked(name, schema, value);
  });

/** A setting whose variable holds plain text. */
export const textSetting = <Value>(name: string, schema: Schema<Value>, otherwise: Value): Setting<Value> =>
  settingOf(name, otherwise, {}, (text) => checked(name, schema, text));

const settingOf = <Value>(
  name: string,
  otherwise: Value,
  { alsoReads = [], whenWrong = otherwise }: Options<Value>,
  parse: (text: string) => Value,
): Setting<Value> => {
  let last: (Outcome<Value> & { readonly text: string }) | undefined;
  let hasComplained = false;
  const read = () => {
    const text = [name, ...alsoReads].map((each) => variable(each) ?? "").join("\0");
    if (last?.text === text) return last;
    hasComplained = false;
    const set = variable(name);
    last = { text, ...(set === undefined ? rightly(otherwise) : outcomeOf(() => parse(set), whenWrong)) };
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

/** What a setting counts as, and what is wrong with it. */
interface Outcome<Value> {
  readonly value: Value;
  readonly error: Error | undefined;
}

const rightly = <Value>(value: Value): Outcome<Value> => ({ value, error: undefined });

const outcomeOf = <Value>(parse: () => Value, whenWrong: Value): Outcome<Value> => {
  try {
    return rightly(parse());
  } catch (error) {
    return { value: whenWrong, error: error as Error };
  }
};

const fromJson = (name: string, text: string): unknown => {
  let namesPrototype = false;
  const look = (member: string, value: unknown): unknown => {
    namesPrototype ||= member === "__proto__";
    return value;
  };
  let value: unknown;
  try {
    value = JSON.parse(text, look);
  } catch {
    throw new Error(`The setting ${name} is not JSON: ${text}`);
  }
  // Zod leaves such a member out, as if nobody had set it.
  if (namesPrototype) throw new Error(`The setting ${name} is wrong: no member can be called __proto__.`);
  return value;
};

const checked = <Value>(name: string, schema: Schema<Value>, value: unknown): Value => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const at = issue?.path.length ? ` at ${issue.path.join(".")}` : "";
  throw new Error(`The setting ${name} is wrong${at}: ${issue?.message}.`);
};
