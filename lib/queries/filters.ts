import type { FilterKind } from "#lib/field.ts";
import { type FieldValues, parseFieldValue } from "./field-values.ts";
import type { QueryValues } from "./last-values.ts";
import { QueryError } from "./query-error.ts";

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
