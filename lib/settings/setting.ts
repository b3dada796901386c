import type * as z from "zod/mini";
import { log } from "#lib/log.ts";
import { variable } from "./environment.ts";

/**
 * A setting with a default. Its value is parsed once for each text of its variable. In requests, which shall
 * not fail for it, a wrong value counts as the default, and the log of each process says so once.
 */
export interface Setting<Value> {
  (): Value;
  /** The same. Throws an error of one sentence where the value is wrong. */
  readonly required: () => Value;
  readonly variable: string;
}

type Schema<Value> = z.ZodMiniType<Value>;

/**
 * A setting whose variable holds JSON, of which `null` counts as not set. A parser that reads other
 * variables names them.
 */
export const jsonSetting = <Value>(
  name: string,
  schema: Schema<Value>,
  otherwise: Value,
  { alsoReads = [] }: { readonly alsoReads?: readonly string[] } = {},
): Setting<Value> =>
  settingOf(name, alsoReads, otherwise, (text) => {
    const value = fromJson(name, text);
    return value === null ? otherwise : checked(name, schema, value);
  });

/** A setting whose variable holds plain text. */
export const textSetting = <Value>(name: string, schema: Schema<Value>, otherwise: Value): Setting<Value> =>
  settingOf(name, [], otherwise, (text) => checked(name, schema, text));

const settingOf = <Value>(
  name: string,
  alsoReads: readonly string[],
  otherwise: Value,
  parse: (text: string) => Value,
): Setting<Value> => {
  let last: { readonly text: string; readonly value: Value; readonly error: Error | undefined } | undefined;
  let hasComplained = false;
  const read = () => {
    const text = [name, ...alsoReads].map((each) => variable(each) ?? "").join("\0");
    if (last?.text === text) return last;
    hasComplained = false;
    last = { text, ...outcomeOf(variable(name), parse, otherwise) };
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

const outcomeOf = <Value>(
  text: string | undefined,
  parse: (text: string) => Value,
  otherwise: Value,
): { readonly value: Value; readonly error: Error | undefined } => {
  if (text === undefined) return { value: otherwise, error: undefined };
  try {
    return { value: parse(text), error: undefined };
  } catch (error) {
    return { value: otherwise, error: error as Error };
  }
};

const fromJson = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The setting ${name} is not JSON: ${text}`);
  }
};

const checked = <Value>(name: string, schema: Schema<Value>, value: unknown): Value => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const at = issue?.path.length ? ` at ${issue.path.join(".")}` : "";
  throw new Error(`The setting ${name} is wrong${at}: ${issue?.message}.`);
};
