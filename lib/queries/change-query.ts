import { invalid } from "#lib/refusals/refuse-problems.ts";
import { type ChangeCursor, cursorFrom } from "./change-cursor.ts";
import { integerFrom } from "./integer.ts";
import { lastValues, type QueryValues } from "./last-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface ChangeQuery {
  /** Null: from now on. */
  readonly cursor: ChangeCursor | null;
  readonly limit: number;
}

const defaultLimit = 100;

const maxLimit = 1_000;

/** The query of the changes; the last value of a repeated parameter counts (contract#change-cursors). */
export const changeQuery: QueryDeclaration<ChangeQuery> = {
  parameters: {
    cursor: {
      description:
        "The `cursor` of an earlier answer: what happened since. Without it: nothing, and a cursor.",
    },
    limit: { description: "At most this many entries, up to 1000; 100 by default.", type: "integer" },
  },
  parse: (params) => {
    const values = lastValues(params);
    return { cursor: cursorIn(values), limit: limitIn(values) };
  },
};

const cursorIn = (values: QueryValues): ChangeCursor | null => {
  const text = values.get("cursor");
  if (text === undefined) return null;
  const cursor = cursorFrom(text);
  if (!cursor) throw invalid("cursor", "invalid", "This is no cursor that an answer has given.");
  return cursor;
};

const limitIn = (values: QueryValues): number => {
  const text = values.get("limit");
  if (text === undefined) return defaultLimit;
  const limit = integerFrom(text);
  if (limit === undefined || limit < 1)
    throw invalid("limit", "invalid", "The limit is not a positive integer.");
  return Math.min(limit, maxLimit);
};
