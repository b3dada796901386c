import { areSame, type Json } from "#lib/json.ts";
import { blocksOf, piecesOf, type TextBlock, type TextPiece } from "#lib/richtext/source/pieces.ts";
import { type Fields, isText, keyOf, matches } from "./merge.ts";

/**
 * A state with those changes of a later one that a third one has, too. It says which of one's own changes somebody
 * else has got, if it is not known whether they have arrived.
 */
export const withAgreed = (before: Fields, changed: Fields, third: Fields): Fields => {
  const fields: Record<string, Json> = { ...before };
  for (const [name, value] of Object.entries(changed)) {
    if (areSame(before[name], value)) continue;
    if (isText(name)) fields[name] = agreedText(before[name], value, third[name]);
    else if (areSame(third[name], value)) fields[name] = value;
  }
  return fields;
};

const agreedText = (before: Json | undefined, changed: Json, third: Json | undefined): Json => {
  const [from, to] = [piecesIn(before), piecesIn(changed)];
  const [was, there] = [from, piecesIn(third)].map((pieces) => new Set(pieces.map(keyOf)));
  const has = (piece: TextPiece) => there?.has(keyOf(piece));
  // A piece that was only moved says nothing about what has arrived.
  const isNew = (piece: TextPiece) => has(piece) && !was?.has(keyOf(piece));
  const found = matches(from, to);
  const pieces: TextPiece[] = [];
  let [atFrom, atTo] = [0, 0];
  const between = (endFrom: number, endTo: number) => {
    const [gone, come] = [from.slice(atFrom, endFrom), to.slice(atTo, endTo)];
    pieces.push(...(come.length > 0 && come.every(isNew) && !gone.some(has) ? come : gone));
  };
  for (const [index, piece] of from.entries()) {
    const match = found[index];
    if (match === undefined) continue;
    between(index, match);
    pieces.push(piece);
    [atFrom, atTo] = [index + 1, match + 1];
  }
  between(from.length, to.length);
  return blocksOf(pieces) as unknown as Json;
};

const piecesIn = (value: Json | undefined): readonly TextPiece[] =>
  piecesOf((value ?? []) as unknown as readonly TextBlock[]);
