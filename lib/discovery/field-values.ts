import { integerFrom } from "./integer.ts";
import { QueryError } from "./query-error.ts";

/** How a stored field's value is written in a query. */
export type ValueKind = "boolean" | "datetime" | "integer" | "text" | "uuid";

/** What a field is compared with: datetimes as ISO 8601 in UTC with milliseconds and `Z`, UUIDs in lower case with hyphens. */
export type FieldValue = boolean | number | string;

interface ValueGrammar {
  readonly expected: string;
  readonly parse: (text: string) => FieldValue | undefined;
}

const parseBoolean = (text: string): boolean | undefined => {
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  return undefined;
};

const parseUuid = (text: string): string | undefined => {
  const parts = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/.exec(
    text.toLowerCase(),
  );
  return parts?.slice(1).join("-");
};

const datetimePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

const parseDatetime = (text: string): string | undefined => {
  const [, day, hours = "00", minutes = "00", seconds = "00", fraction = "", zone = "Z"] =
    datetimePattern.exec(text) ?? [];
  if (day === undefined || !isCalendarDay(day)) return undefined;
  const milliseconds = fraction.padEnd(3, "0").slice(0, 3);
  const offset = zone.replace(/^(...)(\d\d)$/, "$1:$2");
  const instant = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}${offset}`);
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
};

// Date.parse lets 30 February roll over into March.
const isCalendarDay = (day: string): boolean => {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
};

const grammars: Record<ValueKind, ValueGrammar> = {
  boolean: { expected: "'true' or 'false'", parse: parseBoolean },
  datetime: { expected: "a date and time such as 2024-05-01T12:00:00Z", parse: parseDatetime },
  integer: { expected: "an integer", parse: integerFrom },
  text: { expected: "text", parse: (text) => text },
  uuid: { expected: "a UUID", parse: parseUuid },
};

/**
 * The value that a filter compares the field with. Booleans are `true 1 false 0` in lower case; datetimes are ISO 8601,
 * in UTC where they name no offset, and midnight where they name no time; fractions finer than milliseconds are cut.
 * What does not parse is a 400 (decisions §3 "Lists").
 */
export const parseFieldValue = (field: string, kind: ValueKind, text: string): FieldValue => {
  const { expected, parse } = grammars[kind];
  const value = parse(text);
  if (value === undefined) {
    throw new QueryError(
      400,
      `field filter error. '${text}' is not a valid value for ${field} (expected ${expected})`,
    );
  }
  return value;
};
