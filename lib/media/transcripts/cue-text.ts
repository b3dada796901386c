import { maxTranscriptLines } from "./formats.ts";

/** The words of one speaker in a cue, as plain text; the speaker is empty if unknown. */
export interface Speech {
  readonly speaker: string;
  readonly text: string;
}

/** Text in one line, without the white space around it. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * The plain text of a WebVTT cue by its speakers (`<v Ada>`). Other tags go, and their text stays; a tag that
 * is not closed goes on until the end of the cue, as browsers read it.
 */
export const vttSpeeches = (cue: string): readonly Speech[] => {
  const speeches: Speech[] = [];
  let speaker = "";
  let text = "";
  const begin = (next: string) => {
    const speech = { speaker, text: oneLine(text) };
    if (hasText(speech)) speeches.push(speech);
    [speaker, text] = [next, ""];
  };
  for (const [piece] of cue.matchAll(/<[^>]*>?|[^<]+/g)) {
    // No transcript has more lines: this one is refused, and reading them all would hold up others.
    if (speeches.length > maxTranscriptLines) break;
    if (!piece.startsWith("<")) text += decoded(piece);
    else if (/^<v[\s.>]/.test(piece)) begin(voiceIn(piece));
    else if (/^<\/v\s*>/.test(piece)) begin("");
  }
  begin("");
  return speeches;
};

/** The speaker in a tag such as `<v.loud Ada Byron>`. */
const voiceIn = (tag: string): string => oneLine(decoded(/^<v[^\s>]*([^>]*)/.exec(tag)?.[1] ?? ""));

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  lrm: "\u200e",
  rlm: "\u200f",
};

const decoded = (text: string): string =>
  text.replace(
    /&(?:(\w{2,4})|#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6}));/g,
    (written, name, decimal, hexadecimal) => {
      if (name !== undefined) return entities[name] ?? written;
      return (
        characterOf(decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)) ?? written
      );
    },
  );

const characterOf = (code: number): string | undefined => {
  const isCharacter =
    code >= 0x20 && code !== 0x7f && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
};

/** The plain text of a SubRip cue, without the tags and positions that its files usually have. */
export const srtSpeeches = (cue: string): readonly Speech[] => {
  const text = cue.replace(/<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi, "");
  return [{ speaker: "", text: oneLine(text) }].filter(hasText);
};

const hasText = ({ text }: Speech): boolean => text !== "";
