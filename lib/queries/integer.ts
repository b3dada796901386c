import { QueryError } from "./query-error.ts";

/** The integer in decimal digits, else undefined. Clamped to exact integers, which no id or count reaches. */
export const integerFrom = (text: string): number | undefined => {
  if (!/^-?[0-9]+$/.test(text)) return undefined;
  const clamped = Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)));
  return clamped === 0 ? 0 : clamped;
};

/** The integer from 0 in a parameter; anything else is a 400. */
export const naturalFrom = (parameter: string, text: string): number => {
  const integer = integerFrom(text);
  if (integer === undefined || integer < 0)
    throw new QueryError(400, `${parameter} must be a positive integer`, parameter);
  return integer;
};
