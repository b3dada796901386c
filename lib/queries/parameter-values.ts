import type { Problem } from "#lib/refusals/problem.ts";
import { Refusal } from "#lib/refusals/refusal.ts";

/** The values that count, by parameter. */
export interface QueryValues {
  readonly get: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
  /** Each name once. */
  readonly keys: () => Iterable<string>;
}

/** A query as lists read it: the last of repeated parameters, no null characters (contract#query-values). */
export const lastValues = (params: URLSearchParams): QueryValues => ({
  get: (name) => params.getAll(name).at(-1)?.replaceAll("\u0000", ""),
  has: (name) => params.has(name),
  keys: () => new Set(params.keys()),
});

/** A query that cannot be answered (400), or that names something that does not exist (404). */
export class QueryError extends Refusal {
  readonly status: 400 | 404;

  /** `parameter`: whose value is wrong, for surfaces that list problems. */
  constructor(status: 400 | 404, message: string, parameter?: string) {
    const problems = parameter && [{ path: parameter, code: "invalid", message } as const];
    super(status === 404 ? "not_found" : "bad_query", { detail: message, ...(problems && { problems }) });
    this.name = "QueryError";
    this.status = status;
  }
}

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

/** `true` or `false`, false if it is absent; another value is a problem. */
export const booleanParameter = (
  params: URLSearchParams,
  path: string,
): { readonly value: boolean; readonly problems: readonly Problem[] } => {
  const text = lastValues(params).get(path) ?? "false";
  const isKnown = text === "true" || text === "false";
  const problem: Problem = { path, code: "invalid", message: "Expected true or false." };
  return { value: text === "true", problems: isKnown ? [] : [problem] };
};

/**
 * The part of a text that the `q` of a list looks for; empty for any text. What consists of control
 * characters only is kept and so found nowhere: without null characters it would be found everywhere.
 */
export const textPart = (params: URLSearchParams): string => {
  const last = params.getAll("q").at(-1) ?? "";
  return /^\p{Cc}+$/u.test(last) ? last : (lastValues(params).get("q") ?? "");
};

/** An `unsupported_parameter` for each parameter that is not known (contract#media-parameters). */
export const unsupportedParameters = (params: URLSearchParams, known: readonly string[]): Problem[] => {
  const unknown = [...new Set(params.keys())].filter((name) => !known.includes(name));
  return unknown.sort().map((path) => ({
    path,
    code: "unsupported_parameter",
    message: `The query takes no other parameters than ${known.join(", ")}.`,
  }));
};
