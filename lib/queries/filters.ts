import type { FilterKind } from "#lib/field.ts";
import { parseInstant } from "#lib/instant.ts";
import { comparedSlug } from "#lib/pages/slug.ts";
import { integerFrom, QueryError, type QueryValues } from "./parameter-values.ts";

/** A field that must have exactly this value. */
export interface Filter<Name extends string, Value = FieldValues[FilterKind]> {
  readonly field: Name;
  readonly value: Value;
}

interface Filterable<Name extends string, Kind extends FilterKind> {
  readonly name: Name;
  readonly stored: Kind;
}

/** Reads one filter per parameter that names a field. A value that the field cannot have is a 400. */
export const parseFilters = <Name extends string, Kind extends FilterKind>(
  values: QueryValues,
  fields: readonly Filterable<Name, Kind>[],
): readonly Filter<Name, FieldValues[Kind]>[] =>
  fields.flatMap(({ name, stored }) => {
    const text = values.get(name);
    return text === undefined ? [] : [{ field: name, value: parseFieldValue(name, stored, text) }];
  });

/** Refuses, as a 400, parameters that are neither operations nor filters. */
export const refuseUnknownParameters = (
  values: QueryValues,
  operations: ReadonlySet<string>,
  fields: readonly { readonly name: string }[],
): void => {
  const names = new Set(fields.map(({ name }) => name));
  const unknown = [...values.keys()].filter((name) => !operations.has(name) && !names.has(name));
  if (unknown.length === 0) return;
  const list = unknown.sort().join(", ");
  throw new QueryError(400, `query parameter is not an operation or a recognised field: ${list}`);
};

/** Values by how a query writes them. Datetimes are ISO 8601 in UTC with `Z`, UUIDs in lower case. */
export interface FieldValues extends Readonly<Record<FilterKind, boolean | string | number>> {
  readonly boolean: boolean;
  readonly datetime: string;
  readonly integer: number;
  readonly slug: string;
  readonly text: string;
  readonly uuid: string;
}

interface ValueGrammar<Value> {
  readonly expected: string;
  readonly parse: (text: string) => Value | undefined;
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

const grammars: { readonly [Kind in FilterKind]: ValueGrammar<FieldValues[Kind]> } = {
  boolean: { expected: "'true' or 'false'", parse: parseBoolean },
  datetime: { expected: "a date and time such as 2024-05-01T12:00:00Z", parse: parseInstant },
  integer: { expected: "an integer", parse: integerFrom },
  slug: { expected: "a slug", parse: comparedSlug },
  text: { expected: "text", parse: (text) => text },
  uuid: { expected: "a UUID", parse: parseUuid },
};

/**
 * The value of a field filter. Booleans are `true 1 false 0`; datetimes are ISO 8601, in UTC without an
 * offset, midnight without a time, cut to milliseconds. Anything else is a 400 (contract#field-filters).
 */
const parseFieldValue = <Kind extends FilterKind>(
  field: string,
  kind: Kind,
  text: string,
): FieldValues[Kind] => {
  const { expected, parse }: ValueGrammar<FieldValues[Kind]> = grammars[kind];
  const value = parse(text);
  if (value === undefined) {
    throw new QueryError(
      400,
      `field filter error. '${text}' is not a valid value for ${field} (expected ${expected})`,
    );
  }
  return value;
};
