import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { type ChangeCursor, cursorFrom } from "./change-cursor.ts";
import { integerFrom } from "./integer.ts";
import { lastValues, type QueryValues } from "./last-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";
import { unsupportedParameters } from "./unsupported-parameters.ts";

export interface ChangeQuery {
  /** Null: from now on. */
  readonly cursor: ChangeCursor | null;
  readonly limit: number;
}

const defaultLimit = 100;

const maxLimit = 1_000;

const parameters = {
  cursor: {
    description: "The `cursor` of an earlier answer: what happened since. Without it: nothing, and a cursor.",
  },
  limit: { description: "At most this many entries, up to 1000; 100 by default.", type: "integer" },
} as const;

/**
 * The query of the changes; the last value of a repeated parameter counts (contract#change-cursors). Refuses
 * other parameters.
 */
export const changeQuery: QueryDeclaration<ChangeQuery> = {
  parameters,
  parse: (params) => {
    const values = lastValues(params);
    const [cursor, limit] = [cursorIn(values), limitIn(values)];
    refuseProblems([
      ...unsupportedParameters(params, Object.keys(parameters)),
      ...(cursor === undefined ? [noCursor] : []),
      ...(limit === undefined ? [noLimit] : []),
    ]);
    return { cursor: cursor ?? null, limit: limit ?? defaultLimit };
  },
};

const noCursor: Problem = {
  path: "cursor",
  code: "invalid",
  message: "This is no cursor that an answer has given.",
};

const noLimit: Problem = {
  path: "limit",
  code: "invalid",
  message: "The limit is not a positive integer.",
};

/** Null without a cursor; undefined for what is none. */
const cursorIn = (values: QueryValues): ChangeCursor | null | undefined => {
  const text = values.get("cursor");
  return text === undefined ? null : cursorFrom(text);
};

/** Undefined for what is none. */
const limitIn = (values: QueryValues): number | undefined => {
  const text = values.get("limit");
  if (text === undefined) return defaultLimit;
  const limit = integerFrom(text);
  return limit === undefined || limit < 1 ? undefined : Math.min(limit, maxLimit);
};
