import { QueryError } from "./query-error.ts";

/**
 * The integer that the text spells in decimal digits with an optional minus, else undefined. Beyond what a
 * number holds exactly it stays at the largest (or smallest) exact integer, which no id, count or offset
 * reaches.
 */
export const integerFrom = (text: string): number | undefined => {
  if (!/^-?[0-9]+$/.test(text)) return undefined;
  const clamped = Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)));
  return clamped === 0 ? 0 : clamped;
};

/** The integer from 0 that a parameter spells; anything else is a 400. */
export const naturalFrom = (parameter: string, text: string): number => {
  const integer = integerFrom(text);
  if (integer === undefined || integer < 0)
    throw new QueryError(400, `${parameter} must be a positive integer`, parameter);
  return integer;
};
