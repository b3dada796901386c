import { areSame, type Json } from "#lib/json.ts";
import { blocksOf, piecesOf, type TextBlock, type TextPiece } from "#lib/richtext/source/pieces.ts";

/** The fields of a page that can be written, by their names. */
export interface Fields {
  readonly [name: string]: Json;
}

/** Two versions of one thing, both different from what they have begun with. */
export interface Conflict<Value = Json> {
  /** The name of the field. */
  readonly field: string;
  readonly base: Value | undefined;
  readonly mine: Value | undefined;
  readonly theirs: Value | undefined;
}

/** Neighbouring pieces of a text that both have changed. */
export interface TextConflict extends Conflict<readonly TextPiece[]> {
  /** The number of the place among the {@link Merged.texts} of the field. */
  readonly place: number;
}

/** A text part by part: pieces that are settled, and places where somebody has to choose. */
type Part = readonly TextPiece[] | TextConflict;

export interface Merged {
  /** The fields with the changes of both; where these are in conflict, mine. */
  readonly fields: Fields;
  readonly conflicts: readonly Conflict[];
  readonly textConflicts: readonly TextConflict[];
  /** The texts in which somebody has to choose, by field. */
  readonly texts: ReadonlyMap<string, readonly Part[]>;
  /** The names of the fields in which only they have changed something. */
  readonly fromThem: readonly string[];
}

/** Fields of lists whose entries each count by itself. */
const isOfEntries = (name: string): boolean => ["tags", "categories", "authors", "aliases"].includes(name);

export const isText = (name: string): boolean => name === "overview" || name === "detail";

/**
 * Merges two changes of the same fields. A field, a block and an element of rich text that only one of the
 * two has changed is as that one has it; what both have changed the same way is so once.
 */
export const merge = (base: Fields, mine: Fields, theirs: Fields): Merged => {
  const fields: Record<string, Json> = {};
  const conflicts: Conflict[] = [];
  const textConflicts: TextConflict[] = [];
  const texts = new Map<string, readonly Part[]>();
  const fromThem: string[] = [];
  for (const field of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, my, their] = [base[field], mine[field], theirs[field]];
    const put = (value: Json | undefined) => {
      if (value !== undefined) fields[field] = value;
    };
    if (isEqual(my, their) || areSame(was, their)) {
      put(my);
      continue;
    }
    fromThem.push(field);
    if (areSame(was, my)) put(their);
    else if (isText(field)) {
      const parts = mergeTexts(field, [was, my, their].map(piecesOfField) as unknown as Versions);
      const open = parts.filter(isConflict);
      if (open.length > 0) texts.set(field, parts);
      textConflicts.push(...open);
      put(
        blocksOf(parts.flatMap((part) => (isConflict(part) ? (part.mine ?? []) : part))) as unknown as Json,
      );
    } else if (isOfEntries(field)) put(mergeEntries(was, my, their));
    else {
      conflicts.push({ field, base: was, mine: my, theirs: their });
      put(my);
    }
  }
  return { fields, conflicts, textConflicts, texts, fromThem };
};

/** The service takes blanks off the ends of a line. */
const isEqual = (one: Json | undefined, other: Json | undefined): boolean =>
  typeof one === "string" && typeof other === "string" ? one.trim() === other.trim() : areSame(one, other);

export const isConflict = (part: Part): part is TextConflict => !Array.isArray(part);

/** True if somebody has to choose. */
export const isOpen = ({ conflicts, textConflicts }: Merged): boolean =>
  conflicts.length + textConflicts.length > 0;

/** The fields with what is chosen for each place of a text at which both have changed it. */
export const withChosen = (
  { fields, texts }: Merged,
  choose: (conflict: TextConflict) => readonly TextPiece[],
): Fields => {
  const chosen: Record<string, Json> = { ...fields };
  for (const [field, parts] of texts)
    chosen[field] = blocksOf(
      parts.flatMap((part) => (isConflict(part) ? choose(part) : part)),
    ) as unknown as Json;
  return chosen;
};

/** Both versions of a place, one after the other; what both have is there once. */
export const bothVersions = ({ mine = [], theirs = [] }: TextConflict): readonly TextPiece[] => {
  const inMine = new Set(mine.map(keyOf));
  return [...mine, ...theirs.filter((piece) => !inMine.has(keyOf(piece)))];
};

const piecesOfField = (value: Json | undefined): readonly TextPiece[] =>
  piecesOf((Array.isArray(value) ? value : []) as unknown as readonly TextBlock[]);

/** Entries that either has added, without those that either has removed. */
const mergeEntries = (base: Json | undefined, mine: Json | undefined, theirs: Json | undefined): Json => {
  const [was, my, their] = [base, mine, theirs].map((each): readonly Json[] =>
    Array.isArray(each) ? each : [],
  ) as [readonly Json[], readonly Json[], readonly Json[]];
  const has = (list: readonly Json[], entry: Json) => list.some((each) => areSame(each, entry));
  const kept = my.filter((entry) => has(their, entry) || !has(was, entry));
  return [...kept, ...their.filter((entry) => !has(was, entry) && !has(my, entry))];
};

type Versions = readonly [
  base: readonly TextPiece[],
  mine: readonly TextPiece[],
  theirs: readonly TextPiece[],
];

/**
 * Merges two changes of a text (three-way, by pieces that all three have). What stands between two such
 * pieces is one place: who alone has changed it wins.
 */
const mergeTexts = (field: string, [base, my, their]: Versions): readonly Part[] => {
  const mine = withMovesUndone(base, my, their);
  const theirs = withMovesUndone(base, their, my);
  const [inMine, inTheirs] = [matches(base, mine), matches(base, theirs)];
  const parts: Part[] = [];
  let settled: TextPiece[] = [];
  const settle = (pieces: readonly TextPiece[]) => settled.push(...pieces);
  const open = (place: Omit<TextConflict, "field" | "place">) => {
    parts.push(settled);
    settled = [];
    parts.push({ field, place: parts.length, ...place });
  };
  let [atBase, atMine, atTheirs] = [0, 0, 0];
  const between = (toBase: number, toMine: number, toTheirs: number) => {
    const [was, my] = [base.slice(atBase, toBase), mine.slice(atMine, toMine)];
    const their = theirs.slice(atTheirs, toTheirs);
    if (!arePaired(was, my, their)) return decide(was, my, their);
    for (const [index, piece] of was.entries())
      decide([piece], my.slice(index, index + 1), their.slice(index, index + 1));
  };
  const decide = (...[was, my, their]: Versions) => {
    if (arePieces(was, their) || arePieces(my, their)) settle(my);
    else if (arePieces(was, my)) settle(their);
    else if (was.length === 0 && !my.some((piece) => their.some((other) => areAlike(piece, other))))
      settle([...my, ...their]);
    else open({ base: was, mine: my, theirs: their });
  };
  for (let index = 0; index < base.length; index++) {
    const [toMine, toTheirs] = [inMine[index], inTheirs[index]];
    if (toMine === undefined || toTheirs === undefined) continue;
    between(index, toMine, toTheirs);
    settle([base[index] as TextPiece]);
    [atBase, atMine, atTheirs] = [index + 1, toMine + 1, toTheirs + 1];
  }
  between(base.length, mine.length, theirs.length);
  if (settled.length > 0) parts.push(settled);
  const merged = withoutDoubles(parts, mine, theirs);
  return haveAll(merged, mine, theirs) ? merged : [{ field, place: 0, base, mine, theirs }];
};

/**
 * A version in which pieces that it has moved, and the other one has changed, are where they were. What the
 * other one has made of them stays there, and would be beside them.
 */
const withMovesUndone = (
  base: readonly TextPiece[],
  version: readonly TextPiece[],
  other: readonly TextPiece[],
): readonly TextPiece[] => {
  const [found, inOther] = [matches(base, version), matches(base, other)];
  const changed = unmatched(other, inOther);
  const come = new Set(unmatched(version, found));
  /** The pieces that go back, by the piece that they followed. */
  const back = new Map<TextPiece | undefined, TextPiece[]>();
  let before: TextPiece | undefined;
  for (const [index, piece] of base.entries()) {
    const place = found[index];
    if (place !== undefined) before = version[place];
    if (place !== undefined || inOther[index] !== undefined) continue;
    if (!changed.some((each) => areAlike(piece, each))) continue;
    // As it was, or else what may have become of it.
    const moved =
      [...come].find((each) => same(each, piece)) ?? [...come].find((each) => areAlike(each, piece));
    if (!moved) continue;
    come.delete(moved);
    back.set(before, [...(back.get(before) ?? []), moved]);
  }
  const gone = new Set([...back.values()].flat());
  const left = version.filter((piece) => !gone.has(piece));
  return [undefined, ...left].flatMap((piece) => [...(piece ? [piece] : []), ...(back.get(piece) ?? [])]);
};

const unmatched = (
  pieces: readonly TextPiece[],
  found: readonly (number | undefined)[],
): readonly TextPiece[] => {
  const stayed = new Set(found);
  return pieces.filter((_, at) => !stayed.has(at));
};

/**
 * True if nothing is gone that both have. It could be where the two have moved a piece to and fro, and each has
 * taken away another copy of it.
 */
const haveAll = (
  parts: readonly Part[],
  mine: readonly TextPiece[],
  theirs: readonly TextPiece[],
): boolean => {
  const there = new Set(
    parts
      .flatMap((part) => (isConflict(part) ? [...(part.mine ?? []), ...(part.theirs ?? [])] : part))
      .map(keyOf),
  );
  const inTheirs = new Set(theirs.map(keyOf));
  return mine.map(keyOf).every((key) => there.has(key) || !inTheirs.has(key));
};

/** True if both have only changed some of these pieces, so that each is a place of its own. */
const arePaired = (...[was, ...versions]: Versions): boolean =>
  versions.every(
    (pieces) =>
      pieces.length === was.length &&
      was.every((piece, index) => areAlike(piece, pieces[index] as TextPiece)),
  );

/** What both have, but each at another place, is there as often as in one of the two. */
const withoutDoubles = (
  parts: readonly Part[],
  mine: readonly TextPiece[],
  theirs: readonly TextPiece[],
): readonly Part[] => {
  const [inMine, inTheirs] = [countsOf(mine), countsOf(theirs)];
  const seen = new Map<string, number>();
  const isNew = (piece: TextPiece): boolean => {
    const key = keyOf(piece);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count <= Math.max(inMine.get(key) ?? 0, inTheirs.get(key) ?? 0);
  };
  return parts.map((part) => (isConflict(part) ? part : part.filter(isNew)));
};

const countsOf = (pieces: readonly TextPiece[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const piece of pieces) counts.set(keyOf(piece), (counts.get(keyOf(piece)) ?? 0) + 1);
  return counts;
};

const same = (one: TextPiece, other: TextPiece): boolean => keyOf(one) === keyOf(other);

/** True if one of two pieces may have become the other: at least half of the words of the shorter one are in both. */
const areAlike = (one: TextPiece, other: TextPiece): boolean => {
  if (!("html" in one && "html" in other)) return same(one, other);
  const [some, others] = [wordsOf(one.html), wordsOf(other.html)];
  const shared = [...some].filter((word) => others.has(word)).length;
  return shared > 0 && shared * 2 >= Math.min(some.size, others.size);
};

const wordsOf = (html: string): ReadonlySet<string> =>
  new Set(
    html
      .replace(/<[^>]*>/g, " ")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  );

/** True if a text has something that was added to what it has begun with by these changes. */
export const hasOf = (text: Fields, base: Fields, changed: Fields): boolean => {
  const keysOf = (fields: Fields) =>
    new Set(
      Object.entries(fields).flatMap(([name, value]) =>
        isText(name) ? piecesOfField(value).map(keyOf) : [`${name} ${JSON.stringify(value)}`],
      ),
    );
  const [there, before] = [keysOf(text), keysOf(base)];
  const added = [...keysOf(changed)].filter((key) => !before.has(key));
  return added.length === 0 || added.some((key) => there.has(key));
};

const arePieces = (some: readonly TextPiece[], others: readonly TextPiece[]): boolean =>
  some.length === others.length && some.every((piece, index) => same(piece, others[index] as TextPiece));

const pieceKeys = new WeakMap<TextPiece, string>();

/** The same for pieces that say the same: the service adds ids and the like, and writes some characters anew. */
export const keyOf = (piece: TextPiece): string => {
  const known = pieceKeys.get(piece);
  if (known !== undefined) return known;
  const key = "html" in piece ? normalHtml(piece.html) : JSON.stringify(piece.block, inOrder);
  pieceKeys.set(piece, key);
  return key;
};

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const named: Readonly<Record<string, string>> = {
  "&nbsp;": "\u00a0",
  "&quot;": '"',
  "&#39;": "'",
  "&apos;": "'",
};

const normalHtml = (html: string): string =>
  html
    .replace(/\s(?:id|rel|class|target)="[^"]*"/g, "")
    .replace(/&(?:nbsp|quot|#39|apos);/g, (entity) => named[entity] ?? entity)
    .replace(/\s*\/>/g, ">")
    .trim();

/** For each piece of one text its index in another one, if it has stayed; in the same order (longest common). */
export const matches = (
  from: readonly TextPiece[],
  to: readonly TextPiece[],
): readonly (number | undefined)[] => {
  const found: (number | undefined)[] = from.map(() => undefined);
  let start = 0;
  while (start < from.length && start < to.length && same(from[start] as TextPiece, to[start] as TextPiece))
    found[start] = start++;
  let [endFrom, endTo] = [from.length, to.length];
  while (endFrom > start && endTo > start && same(from[endFrom - 1] as TextPiece, to[endTo - 1] as TextPiece))
    found[--endFrom] = --endTo;
  const [rows, columns] = [endFrom - start, endTo - start];
  // The longest common part of what follows each pair.
  const longest = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const at = (row: number, column: number): number => longest[row]?.[column] ?? 0;
  const meet = (row: number, column: number) =>
    same(from[start + row] as TextPiece, to[start + column] as TextPiece);
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      (longest[row] as Uint32Array)[column] = meet(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (meet(row, column)) found[start + row++] = start + column++;
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return found;
};

/** What a request has to send so that a page with the fields of `base` has these. */
export const changesOf = (base: Fields, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => !areSame(base[name], value)));
