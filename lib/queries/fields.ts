import { QueryError } from "./query-error.ts";

/** Where to start (the defaults, `*` all, `_` none), and the changes in request order. */
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

export const defaultFields: FieldsTree = { start: "defaults", changes: [] };

// Only one level has a meaning; deeper ones get a message. Unlimited nesting could exhaust the stack.
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
