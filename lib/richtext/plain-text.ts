import { certain } from "#lib/certain.ts";
import { resolveReferences } from "./character-references.ts";
import { type HtmlToken, htmlTokens } from "./html-tokens.ts";
import { leadsToNote } from "./note-marks.ts";

/** Elements that may begin and end within a word. All others separate words. */
const runningElements = new Set(
  (
    "a abbr b bdi bdo big cite code data del dfn em embed font i ins kbd mark q rp rt ruby s samp small span strike " +
    "strong sub sup time tt u var wbr"
  ).split(" "),
);

/** Combining marks by the second part of a reference such as `&eacute;`, whose first part is the letter. */
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

/** Letters that have references of their own. */
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

/** The pieces of stored rich text, without the numbers of notes, which would be read as part of a word. */
function* piecesOf(stored: string): Generator<HtmlToken> {
  let isInMark = false;
  for (const token of htmlTokens(stored)) {
    if ("name" in token && token.name === "a") isInMark = !token.closes && leadsToNote(token.attributes);
    if (!isInMark || "name" in token) yield token;
  }
}

/**
 * The text of stored rich text, for searches, with newlines between blocks, items, cells and lines.
 * References to Latin letters and by number become characters, all others a space. Never throws; linear time.
 */
export const plainText = (stored: string): string => {
  let text = "";
  for (const token of piecesOf(stored)) {
    if ("text" in token) text += token.text;
    else if (!runningElements.has(token.name)) text += "\n";
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
  return Object.hasOwn(letters, name) ? certain(letters[name]) : " ";
};

/**
 * The text of stored rich text on one line, as people read it: for feeds, search engines and shared links.
 * Unlike `plainText`, which makes words for searches, it keeps every character, `&` and `<` included.
 */
export const readableText = (stored: string): string => {
  let text = "";
  for (const token of piecesOf(stored)) {
    if ("text" in token) text += resolveReferences(token.text);
    else if (!runningElements.has(token.name)) text += " ";
  }
  return text.replace(/\s+/g, " ").trim();
};
