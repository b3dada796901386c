import { defaultFields, type FieldChange, type FieldsTree } from "./fields.ts";
import {
  type CoverImageFieldName,
  coverImageFields,
  type FieldRule,
  fieldsOf,
  type PageFieldName,
} from "./page-fields.ts";
import type { PageType } from "./page-types.ts";
import { QueryError } from "./query-error.ts";

/** The fields to show, in the item itself and in its `meta`, in the order of the representation. */
export interface Selection<Name extends string> {
  readonly body: readonly Name[];
  readonly meta: readonly Name[];
}

/** The fields of a page to show, and those of its cover image, if `cover_image` is shown. */
export interface PageSelection extends Selection<PageFieldName> {
  readonly coverImage: Selection<CoverImageFieldName>;
}

/** Lists have fewer fields than details and show fewer by default. */
export type FieldsView = "list" | "detail";

/**
 * Selects the fields of pages; lists pass the request's types (contract#item-fields). A name that the types
 * do not have in this view is a 400, and so are brackets after a field without nested ones.
 */
export const selectPageFields = (
  tree: FieldsTree,
  types: readonly PageType[],
  view: FieldsView,
): PageSelection => {
  const fields = fieldsOf(types).filter((field) => view === "detail" || field.shown !== "details only");
  const selection = selectFields(fields, tree, view);
  const cover = tree.changes.findLast((change) => change.name === "cover_image" && change.nested !== null);
  return { ...selection, coverImage: selectFields(coverImageFields, cover?.nested ?? defaultFields, "list") };
};

/** Selects from these fields. Unknown names, and brackets after fields without nested ones, are 400s. */
export const selectFields = <Name extends string>(
  fields: readonly (FieldRule & { readonly name: Name })[],
  tree: FieldsTree,
  view: FieldsView,
): Selection<Name> => {
  refuseUnknown(fields, tree.changes);
  refuseNested(fields, tree.changes);
  const shown = new Set<string>(
    fields.filter((field) => startsShown(field, tree, view)).map(({ name }) => name),
  );
  for (const change of tree.changes) {
    if (change.shown) shown.add(change.name);
    else shown.delete(change.name);
  }
  const namesIn = (place: FieldRule["place"]): readonly Name[] =>
    fields.filter((field) => field.place === place && shown.has(field.name)).map(({ name }) => name);
  return { body: namesIn("body"), meta: namesIn("meta") };
};

const startsShown = (field: FieldRule, { start }: FieldsTree, view: FieldsView): boolean => {
  if (field.shown === "named") return false;
  if (start !== "defaults") return start === "all";
  return field.shown === "always" || (view === "detail" && field.shown !== "asked");
};

const refuseUnknown = (fields: readonly FieldRule[], changes: readonly FieldChange[]): void => {
  const known = new Set<string>(fields.map(({ name }) => name));
  const unknown = new Set(changes.map(({ name }) => name).filter((name) => !known.has(name)));
  if (unknown.size > 0) throw new QueryError(400, `unknown fields: ${[...unknown].sort().join(", ")}`);
};

const refuseNested = (fields: readonly FieldRule[], changes: readonly FieldChange[]): void => {
  const plain = new Set(fields.filter((field) => field.nested === undefined).map(({ name }) => name));
  const wrong = changes.find((change) => change.nested !== null && plain.has(change.name));
  if (wrong) throw new QueryError(400, `'${wrong.name}' does not support nested fields`);
};
