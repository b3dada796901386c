import { isUtf8 } from "node:buffer";
import { invalid } from "#lib/refusals/refuse-problems.ts";
import { unreadableText } from "./body-refusals.ts";

/** The object in a JSON body. `wholeNumbers` stay text beyond 2^53, which `JSON.parse` would round. */
export const jsonObject = (body: Buffer, wholeNumbers: ReadonlySet<string>): Record<string, unknown> => {
  if (!isUtf8(body)) throw unreadableText();
  const text = new TextDecoder().decode(body);
  const value = parsed(text);
  if (value === null) throw invalid("non_field_errors", "null", "The body may not be null.");
  if (typeof value !== "object" || Array.isArray(value)) {
    throw invalid("non_field_errors", "invalid", "The body must be a JSON object.");
  }
  const object = value as Record<string, unknown>;
  for (const name of wholeNumbers)
    if (isRounded(object[name])) object[name] = integerDigitsIn(text, name) ?? object[name];
  return object;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid("non_field_errors", "parse_error", `JSON parse error - ${(error as Error).message}`);
  }
};

const isRounded = (value: unknown): boolean => typeof value === "number" && !Number.isSafeInteger(value);

/** Matches strings, brackets and numbers in valid JSON. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|-?\d[\d.eE+-]*/g;

const integerDigitsIn = (text: string, memberName: string): string | undefined => {
  let found: string | undefined;
  let depth = 0;
  let name = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    else if (depth === 1 && token.startsWith('"')) name = token;
    else if (depth === 1 && JSON.parse(name) === memberName) found = token;
  }
  return found && integerDigits(found);
};

/** The digits of a JSON number, if it is an integer that `JSON.parse` can read; undefined otherwise. */
const integerDigits = (number: string): string | undefined => {
  const [, whole, fraction = "", exponent] = /^(-?\d+)(?:\.(\d+))?(?:[eE]\+?(\d{1,3}))?$/.exec(number) ?? [];
  const places = Number(exponent ?? 0);
  const isReadable = exponent === undefined || Number.isFinite(Number(number));
  if (whole === undefined || !isReadable || !/^0*$/.test(fraction.slice(places))) return undefined;
  return whole + fraction.slice(0, places).padEnd(places, "0");
};
