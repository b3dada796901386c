import { certain } from "#lib/certain.ts";
import { commonPlaces } from "./alignment.ts";
import { bulletKey, markdownWords, numberKey, partEnd, type Word, type Words } from "./markdown-words.ts";

/** A text in the words of its author, and two texts in the words of this program. */
export interface Versions {
  /** The file's own text. */
  readonly own: string;
  /** What it says, as this program writes it. */
  readonly from: string;
  /** What it is to say. */
  readonly to: string;
}

/**
 * Texts that probably say what `to` says, and keep of `own` what does not differ between `from` and `to`. The
 * first keeps the most: all words but those that differ; the next all parts of the text in which nothing
 * differs; the last one nothing. Markdown may read each of them otherwise, so the caller has to try them.
 */
export const mergedTexts = function* (versions: Versions): Generator<string> {
  const [own, from, to] = [
    markdownWords(versions.own),
    markdownWords(versions.from),
    markdownWords(versions.to),
  ] as const;
  const eol = /\r\n/.test(versions.own) ? "\r\n" : "\n";
  const pairs = { own: commonPlaces(keysOf(from), keysOf(own)), to: commonPlaces(keysOf(from), keysOf(to)) };
  const written = (pieces: readonly Piece[]) => withLineEnds(joined(pieces, own, to), eol);
  yield written(piecesByWord(own, from, to, pairs));
  const parts = { own: partsOf(own), from: partsOf(from), to: partsOf(to) };
  yield written(piecesByPart(parts, pairs.own, true));
  yield written(piecesByPart(parts, pairs.own, false));
  yield written(to.words.map((_, at) => ({ from: "to", at })));
};

type Pairs = ReturnType<typeof commonPlaces>;

/** A word of one of the texts. `stands` is the place in `to` of a word of `own` that stands there, too. */
interface Piece {
  readonly from: "own" | "to";
  readonly at: number;
  readonly stands?: number | undefined;
}

const keysOf = ({ words }: Words): string[] => words.map(({ key }) => key);

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What lies between two places at which all three texts agree. */
interface Region {
  readonly own: Range;
  readonly from: Range;
  readonly to: Range;
}

/** The regions between the places that are in both lists, and these places themselves as regions of one. */
const regionsOf = (
  lengths: Readonly<Record<keyof Region, number>>,
  own: ReadonlyMap<number, number>,
  to: ReadonlyMap<number, number>,
): Region[] => {
  const regions: Region[] = [];
  let last = { own: 0, from: 0, to: 0 };
  const end = { own: lengths.own, from: lengths.from, to: lengths.to };
  const between = (next: typeof last): Region => ({
    own: { start: last.own, end: next.own },
    from: { start: last.from, end: next.from },
    to: { start: last.to, end: next.to },
  });
  for (let at = 0; at < lengths.from; at++) {
    const [inOwn, inTo] = [own.get(at), to.get(at)];
    if (inOwn === undefined || inTo === undefined) continue;
    const next = { own: inOwn, from: at, to: inTo };
    regions.push(between(next));
    last = next;
    const behind = { own: inOwn + 1, from: at + 1, to: inTo + 1 };
    regions.push(between(behind));
    last = behind;
  }
  return [...regions, between(end)];
};

const piecesIn = (from: Piece["from"], { start, end }: Range): Piece[] =>
  Array.from({ length: end - start }, (_, index) => ({ from, at: start + index }));

const isSame = (one: Words, inOne: Range, other: Words, inOther: Range): boolean =>
  inOne.end - inOne.start === inOther.end - inOther.start &&
  one.words
    .slice(inOne.start, inOne.end)
    .every(({ key }, index) => key === other.words[inOther.start + index]?.key);

const piecesByWord = (
  own: Words,
  from: Words,
  to: Words,
  pairs: Readonly<Record<"own" | "to", Pairs>>,
): Piece[] => {
  const [inOwn, inTo] = [new Map(pairs.own), new Map(pairs.to)];
  const lengths = { own: own.words.length, from: from.words.length, to: to.words.length };
  return regionsOf(lengths, inOwn, inTo).flatMap((region): Piece[] => {
    if (isSame(from, region.from, to, region.to)) {
      const isStable =
        region.from.end - region.from.start === 1 && inOwn.get(region.from.start) === region.own.start;
      const pieces = piecesIn("own", region.own);
      return isStable ? pieces.map((piece) => ({ ...piece, stands: region.to.start })) : pieces;
    }
    const changed = placesIn(region.from).map((at) => inOwn.get(at));
    // What the author alone has, such as a comment, stays before and behind the words that differ.
    if (changed.includes(undefined)) return piecesIn("to", region.to);
    const start = changed[0] ?? region.own.start;
    const end = (changed.at(-1) ?? start - 1) + 1;
    return [
      ...piecesIn("own", { start: region.own.start, end: start }),
      ...piecesIn("to", region.to),
      ...piecesIn("own", { start: end, end: region.own.end }),
    ];
  });
};

const placesIn = ({ start, end }: Range): number[] =>
  Array.from({ length: end - start }, (_, index) => start + index);

/** The parts of a text between blank lines, as ranges of its words, with the text of each. */
interface Parts {
  readonly words: Words;
  readonly ranges: readonly Range[];
  readonly texts: readonly string[];
}

const partsOf = (words: Words): Parts => {
  const ranges: Range[] = [];
  let start = 0;
  const add = (end: number): void => {
    if (end > start) ranges.push({ start, end });
    start = end + 1;
  };
  for (const [at, { key }] of words.words.entries()) if (key === partEnd) add(at);
  add(words.words.length);
  const textOf = (range: Range): string =>
    words.words
      .slice(range.start, range.end)
      .map(({ before, text }, index) => (index === 0 ? text : before + text))
      .join("");
  return { words, ranges, texts: ranges.map(textOf) };
};

/** Keeps a part of `own` if it has words of one part of `from` alone, which is also a part of `to`. */
const piecesByPart = (
  { own, from, to }: Readonly<Record<keyof Versions, Parts>>,
  words: Pairs,
  keepsRest: boolean,
): Piece[] => {
  const partOfOwn = partByWord(own);
  const partOfFrom = partByWord(from);
  const matches = new Map<number, Set<number>>();
  for (const [inFrom, inOwn] of words) {
    const [one, other] = [partOfFrom.get(inFrom), partOfOwn.get(inOwn)];
    if (one === undefined || other === undefined) continue;
    matches.set(one, (matches.get(one) ?? new Set()).add(other));
  }
  const users = new Map<number, number>();
  for (const parts of matches.values()) for (const part of parts) users.set(part, (users.get(part) ?? 0) + 1);
  const inOwn = new Map<number, number>();
  let last = -1;
  for (const [part, [first = -1, ...others]] of [...matches].sort(([one], [other]) => one - other)) {
    if (others.length > 0 || users.get(first) !== 1 || first <= last) continue;
    inOwn.set(part, first);
    last = first;
  }
  const lengths = { own: own.ranges.length, from: from.ranges.length, to: to.ranges.length };
  const inTo = new Map(commonPlaces(from.texts, to.texts));
  const kept: { readonly from: Piece["from"]; readonly range: Range }[] = [];
  const take = (name: Piece["from"], { start, end }: Range, isTaken = (_: number) => true): void => {
    const { ranges } = name === "own" ? own : to;
    for (const part of placesIn({ start, end }))
      if (isTaken(part)) kept.push({ from: name, range: certain(ranges[part]) });
  };
  for (const region of regionsOf(lengths, inOwn, inTo)) {
    const texts = (parts: Parts, { start, end }: Range) => parts.texts.slice(start, end).join(partEnd);
    if (texts(from, region.from) === texts(to, region.to)) take("own", region.own);
    else {
      take("to", region.to);
      if (keepsRest) take("own", region.own, (part) => !users.has(part));
    }
  }
  return kept.flatMap(({ from: name, range }, index): Piece[] => {
    const before = kept[index - 1];
    const pieces = piecesIn(name, range);
    // The blank lines of the author between two parts that stay beside each other.
    if (before?.from === "own" && name === "own" && before.range.end + 1 === range.start)
      return [{ from: "own", at: range.start - 1 }, ...pieces];
    return index === 0 ? pieces : [blankLine, ...pieces];
  });
};

const partByWord = ({ ranges }: Parts): ReadonlyMap<number, number> =>
  new Map(ranges.flatMap((range, part) => placesIn(range).map((at): [number, number] => [at, part])));

/** The blank line between parts that come from different texts. */
const blankLine: Piece = { from: "to", at: -1 };

const joined = (pieces: readonly Piece[], own: Words, to: Words): string => {
  const marks = { bullet: "-", isRound: false };
  let text = "";
  let last: Piece | undefined;
  let hasBlank = false;
  for (const piece of pieces) {
    const word = piece === blankLine ? undefined : certain((piece.from === "own" ? own : to).words[piece.at]);
    if (!word || word.key === partEnd) {
      // Two blank lines in a row are one.
      if (last && !hasBlank) text += word?.text ?? partEnd;
      hasBlank = true;
    } else {
      text +=
        (last ? spaceBefore(piece, word, { last, hasBlank, own, to }) : firstSpace(own)) +
        wordIn(piece, word, marks);
      hasBlank = false;
    }
    if (word || last) last = piece;
  }
  const end = /\S$/.test(text) ? own.end || "\n" : own.end;
  return text === "" ? "" : text.replace(/\s+$/, "") + (end.includes("\n") ? end : "\n");
};

const firstSpace = ({ words }: Words): string => words[0]?.before ?? "\n";

interface Joint {
  readonly last: Piece;
  readonly hasBlank: boolean;
  readonly own: Words;
  readonly to: Words;
}

/** The space of the word's own text, unless it did not follow a word there and does so here. */
const spaceBefore = (piece: Piece, { before }: Word, { last, hasBlank, own, to }: Joint): string => {
  const isOwn = piece.from === "own";
  const follows = last.from === piece.from && last.at + 1 === piece.at;
  if (follows) return before;
  const other = isOwn && piece.stands !== undefined ? certain(to.words[piece.stands]).before : undefined;
  if (hasBlank) return (other ?? before).replace(/^[^\S\n]*\n/, "");
  if (isOwn) return before === "" || other === "" ? (other ?? " ") : before;
  // The first word of a change takes the place of one of the author's.
  const replaced = last.from === "own" ? own.words[last.at + 1] : undefined;
  const isLine = /\n/.test(before);
  if (replaced && replaced.key !== partEnd && replaced.before !== "" && before !== "" && !isLine)
    return replaced.before;
  return before === "" ? "\n" : before;
};

/** New items of lists get the signs of the author's lists. */
const wordIn = (
  { from }: Piece,
  { key, text }: Word,
  marks: { bullet: string; isRound: boolean },
): string => {
  if (key === bulletKey) {
    if (from === "own") marks.bullet = text;
    return marks.bullet;
  }
  if (key !== numberKey) return text;
  if (from === "own") marks.isRound = text.endsWith(")");
  return marks.isRound ? text.replace(/\.$/, ")") : text;
};

const withLineEnds = (text: string, eol: string): string =>
  eol === "\n" ? text : text.replace(/\r?\n/g, eol);
