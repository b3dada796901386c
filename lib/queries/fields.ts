import {
  coverImageFields,
  type FieldRule,
  fieldsOf,
  type ImageFieldName,
  listedFieldsOf,
  type PageFieldName,
} from "./item-fields.ts";
import type { PageType } from "./page-types.ts";
import { QueryError } from "./parameter-values.ts";

/** The fields to start with (the defaults, `*` all, `_` none), and the changes in request order. */
export interface FieldsTree {
  readonly start: "defaults" | "all" | "none";
  readonly changes: readonly FieldChange[];
}

/** A named field: shown, or hidden with `-`. `nested` is what follows in brackets. */
export interface FieldChange {
  readonly name: string;
  readonly shown: boolean;
  readonly nested: FieldsTree | null;
}

const defaultFields: FieldsTree = { start: "defaults", changes: [] };

// Only one level has a meaning; deeper ones are refused with a message. Unlimited nesting could exhaust the
// stack.
const maxBracketDepth = 8;

/**
 * Reads a `fields` parameter:
 *
 *     fields = item *( "," item )
 *     item   = "*" / "_" / [ "-" ] name [ "(" fields ")" ]
 *     name   = 1*( letter / digit / "_" )
 *
 * `*` and `_` stand first or not at all; after `*` only removals, nested choices and `namedFields` make
 * sense, after `_` only additions. Anything else is a 400 that says what is wrong and where, counting
 * characters from 0
 * (contract#item-fields). Whether the names exist is for `selectPageFields` to say.
 */
export const parseFields = (text: string, namedFields: ReadonlySet<string> = new Set()): FieldsTree => {
  const source: Source = { characters: Array.from(text), namedFields, position: 0 };
  if (text === "") return defaultFields;
  const tree = readItems(source, 0);
  if (peek(source) !== undefined) throw unexpected(source);
  return tree;
};

interface Source {
  readonly characters: readonly string[];
  readonly namedFields: ReadonlySet<string>;
  position: number;
}

interface Item {
  readonly name: string;
  readonly negated: boolean;
  readonly nested: FieldsTree | null;
}

const readItems = (source: Source, depth: number): FieldsTree => {
  const items = [readItem(source, depth)];
  while (peek(source) === ",") {
    source.position += 1;
    // Callers know the position after a surplus comma.
    const next = peek(source);
    if (next === undefined || next === ",") throw unexpected(source, ",");
    items.push(readItem(source, depth));
  }
  return treeOf(items, source.namedFields);
};

const readItem = (source: Source, depth: number): Item => {
  const negated = peek(source) === "-";
  if (negated) source.position += 1;
  const name = readName(source);
  const opens = peek(source) === "(";
  if (opens && (negated || isMark(name) || depth === maxBracketDepth)) throw unexpected(source);
  return { name, negated, nested: opens ? readBrackets(source, depth + 1) : null };
};

const readName = (source: Source): string => {
  const start = source.position;
  if (peek(source) === "*") source.position += 1;
  else while (/^[\p{L}\p{N}_]/u.test(peek(source) ?? "")) source.position += 1;
  if (source.position === start) throw unexpected(source);
  return source.characters.slice(start, source.position).join("");
};

const readBrackets = (source: Source, depth: number): FieldsTree => {
  source.position += 1;
  const tree = readItems(source, depth);
  if (peek(source) !== ")") throw unexpected(source);
  source.position += 1;
  return tree;
};

const treeOf = (items: readonly Item[], namedFields: ReadonlySet<string>): FieldsTree => {
  const [first, ...others] = items;
  const mark = first !== undefined && isMark(first.name) ? first.name : null;
  if (mark !== null && first?.negated) throw fieldsError(`'${mark}' cannot be negated`);
  const rest = mark === null ? items : others;
  for (const item of rest) {
    if (isMark(item.name)) throw fieldsError(`'${item.name}' must be in the first position`);
    if (mark === "_" && item.negated) throw fieldsError("negated fields with '_' doesn't make sense");
    if (mark === "*" && !item.negated && item.nested === null && !namedFields.has(item.name)) {
      throw fieldsError("additional fields with '*' doesn't make sense");
    }
  }
  return { start: mark === null ? "defaults" : starts[mark], changes: rest.map(changeOf) };
};

const starts = { "*": "all", _: "none" } as const;

const isMark = (name: string): name is keyof typeof starts => Object.hasOwn(starts, name);

const changeOf = ({ name, negated, nested }: Item): FieldChange => ({ name, shown: !negated, nested });

const peek = (source: Source): string | undefined => source.characters[source.position];

const unexpected = (source: Source, character = peek(source)): QueryError => {
  if (character === undefined) return fieldsError("unexpected end of input (is a closing bracket missing?)");
  const what = /^\s$/.test(character) ? "whitespace" : `char '${character}'`;
  return fieldsError(`unexpected ${what} at position ${source.position}`);
};

const fieldsError = (message: string): QueryError => new QueryError(400, `fields error: ${message}`);

/** The fields to show, in the item itself and in its `meta`, in the order of the representation. */
export interface Selection<Name extends string> {
  readonly body: readonly Name[];
  readonly meta: readonly Name[];
}

/** The fields of a page to show, and those of its cover image, if `cover_image` is shown. */
export interface PageSelection extends Selection<PageFieldName> {
  readonly coverImage: Selection<ImageFieldName>;
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
  const fields =
    view === "detail"
      ? fieldsOf(types)
      : listedFieldsOf(types).filter(({ shown }) => shown !== "details only");
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
