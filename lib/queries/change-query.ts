import * as z from "zod/mini";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { integerFrom, lastValues, type QueryValues, unsupportedParameters } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface ChangeQuery {
  /** The cursor; null to begin now. */
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

/** The cursor of a query; null without one, undefined for an invalid one. */
const cursorIn = (values: QueryValues): ChangeCursor | null | undefined => {
  const text = values.get("cursor");
  return text === undefined ? null : cursorFrom(text);
};

/** The limit of a query; undefined for an invalid one. */
const limitIn = (values: QueryValues): number | undefined => {
  const text = values.get("limit");
  if (text === undefined) return defaultLimit;
  const limit = integerFrom(text);
  return limit === undefined || limit < 1 ? undefined : Math.min(limit, maxLimit);
};

/** The position of a reader in the change log, and what answers depended on besides it. */
export interface ChangeCursor {
  readonly position: CursorPosition;
  /** An entry that identifies the log; null in a log that has none. */
  readonly anchor: { readonly number: number; readonly mark: string; readonly writtenAtMs: number } | null;
  /** The day of the answer in UTC, counted from 1970-01-01. */
  readonly day: number;
  /** A digest of the settings that were in answers. */
  readonly settings: string;
  /** A digest of the restricted pages with others below, when the reader had last read the whole log. */
  readonly restricted: string;
  /** Part of the log behind the position was read, and not all of it yet. */
  readonly isPartial: boolean;
  /**
   * The place at which the next answer continues, in the changes up to a second position; null at their end.
   */
  readonly rest: {
    readonly through: CursorPosition;
    readonly number: number;
    readonly id: number;
  } | null;
}

/** Everything up to `highest`, except the gaps, which are ascending. */
export interface CursorPosition {
  readonly highest: number;
  readonly gaps: readonly number[];
}

/** More gaps than a process may have when it begins to follow the log. */
const maxGaps = 2_500;

const natural = z.int().check(z.minimum(0));
const digest = z.string().check(z.regex(/^[\w-]{1,16}$/));
const ranges = z.array(z.tuple([natural, z.int().check(z.minimum(1))]));
const position = z.tuple([natural, ranges]);

const wireForm = z.tuple([
  z.literal(1),
  position,
  z.nullable(z.tuple([natural, digest, natural])),
  natural,
  digest,
  digest,
  z.boolean(),
  z.nullable(z.tuple([position, natural, natural])),
]);

type WirePosition = z.infer<typeof position>;

/** The cursor as letters, digits, `-` and `_`. Equal cursors have equal texts. */
export const cursorText = (cursor: ChangeCursor): string => {
  const { anchor, day, settings, restricted, isPartial, rest } = cursor;
  const wire: z.infer<typeof wireForm> = [
    1,
    wirePosition(cursor.position),
    anchor && [anchor.number, anchor.mark, anchor.writtenAtMs],
    day,
    settings,
    restricted,
    isPartial,
    rest && [wirePosition(rest.through), rest.number, rest.id],
  ];
  return Buffer.from(JSON.stringify(wire)).toString("base64url");
};

/** The cursor of a text; undefined for texts that are none. */
export const cursorFrom = (text: string): ChangeCursor | undefined => {
  const { data } = wireForm.safeParse(json(Buffer.from(text, "base64url").toString()));
  if (!data) return undefined;
  const [, own, anchor, day, settings, restricted, isPartial, rest] = data;
  if (countOf(own) + (rest ? countOf(rest[0]) : 0) > maxGaps) return undefined;
  const cursor = {
    position: positionOf(own),
    anchor: anchor && { number: anchor[0], mark: anchor[1], writtenAtMs: anchor[2] },
    day,
    settings,
    restricted,
    isPartial,
    rest: rest && { through: positionOf(rest[0]), number: rest[1], id: rest[2] },
  };
  return cursorText(cursor) === text ? cursor : undefined;
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const countOf = ([, missing]: WirePosition): number => missing.reduce((sum, [, count]) => sum + count, 0);

const positionOf = ([highest, missing]: WirePosition): CursorPosition => ({
  highest,
  gaps: missing.flatMap(([first, count]) => Array.from({ length: count }, (_, index) => first + index)),
});

/** Missing numbers are mostly adjacent: as ranges, thousands of them fit into an address. */
const wirePosition = ({ highest, gaps }: CursorPosition): WirePosition => {
  const missing: [number, number][] = [];
  for (const number of gaps.toSorted((one, other) => one - other)) {
    const last = missing.at(-1);
    if (last && last[0] + last[1] === number) last[1] += 1;
    else missing.push([number, 1]);
  }
  return [highest, missing];
};
