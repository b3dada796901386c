import { piecesOf } from "./pieces.ts";

/**
 * Elements that may begin and end in the middle of a word. All others separate what is before them from what
 * is behind.
 */
const runningElements = new Set(
  (
    "a abbr b bdi bdo big cite code data del dfn em embed font i ins kbd mark q rp rt ruby s samp small span strike " +
    "strong sub sup time tt u var wbr"
  ).split(" "),
);

/** What is written on top of, or below, the letter that a reference such as `&eacute;` begins with. */
const marks: Readonly<Record<string, string>> = {
  acute: "\u0301",
  breve: "\u0306",
  caron: "\u030C",
  cedil: "\u0327",
  circ: "\u0302",
  dot: "\u0307",
  grave: "\u0300",
  macr: "\u0304",
  ogon: "\u0328",
  ring: "\u030A",
  tilde: "\u0303",
  uml: "\u0308",
};

/** Letters by the names of their references, which are not letters with a mark. */
const letters: Readonly<Record<string, string>> = {
  AElig: "Æ",
  aelig: "æ",
  ETH: "Ð",
  eth: "ð",
  OElig: "Œ",
  oelig: "œ",
  Oslash: "Ø",
  oslash: "ø",
  szlig: "ß",
  THORN: "Þ",
  thorn: "þ",
};

/**
 * What stored rich text says, without its markup, for those who want its words: blocks, items, cells and line
 * breaks are apart from each other, references to Latin letters and by number are characters, and of all
 * other references nothing but a space is left. Never throws; takes time linear in the length of `stored`.
 */
export const plainText = (stored: string): string => {
  let text = "";
  for (const piece of piecesOf(stored)) {
    if ("text" in piece) text += piece.text;
    else if (!runningElements.has(piece.name)) text += "\n";
  }
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][\da-z]*));/gi, (_, decimal, hex, name) =>
    name === undefined ? characterOf(decimal ? Number(decimal) : Number.parseInt(hex, 16)) : letterOf(name),
  );
};

const characterOf = (codePoint: number): string =>
  codePoint <= 0x10ffff ? String.fromCodePoint(codePoint).toWellFormed() : " ";

const letterOf = (name: string): string => {
  const mark = Object.hasOwn(marks, name.slice(1)) ? marks[name.slice(1)] : undefined;
  if (mark !== undefined) return name[0] + mark;
  return Object.hasOwn(letters, name) ? letters[name]! : " ";
};
