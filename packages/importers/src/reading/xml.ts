import { Parser } from "htmlparser2";
import { PlainError } from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import { certain } from "../lectern.ts";

export interface XmlElement {
  /** With its prefix, such as `itunes:season`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Its own text, without that of its children. */
  readonly text: string;
  /** The lines, from 1, of its tag and of the beginning of its text. */
  readonly line: number;
  readonly textLine: number;
  readonly children: readonly XmlElement[];
}

interface OpenElement extends XmlElement {
  readonly parts: string[];
  textLine: number;
  readonly children: XmlElement[];
}

/** Feeds are nested five deep; what is nested deeper than this was made to do harm. */
const maximumDepth = 100;

/**
 * Reads a feed line by line and hands over each element below `rss/channel`, so that only one is held at a
 * time. Entities of document types are never read: the document is refused. Throws a `PlainError` with the
 * line for whatever is no complete feed.
 */
const readFeed = async (
  name: string,
  lines: AsyncIterable<string>,
  onElement: (element: XmlElement) => void,
): Promise<void> => {
  let line = 0;
  let hasChannel = false;
  let isOver = false;
  let isSection = false;
  const open: OpenElement[] = [];
  const refuse = (message: string, at = line): never => {
    throw new PlainError(`${name}:${at}: ${message}`);
  };
  const parser = new Parser(
    {
      onprocessinginstruction: (kind, data) => {
        if (/^!doctype$/i.test(kind) && data.includes("["))
          refuse("The file declares entities of its own, which are not read.");
      },
      onopentag: (tag, attributes) => {
        const [root, channel] = open;
        if (!root && tag !== "rss") refuse(`This is no RSS feed: its first element is <${printed(tag)}>.`);
        if (root && !channel && tag === "channel") hasChannel = true;
        if (open.length >= maximumDepth) refuse(`Elements are nested more than ${maximumDepth} deep.`);
        open.push({ name: tag, attributes, text: "", parts: [], line, textLine: line, children: [] });
      },
      oncdatastart: () => {
        isSection = true;
      },
      oncdataend: () => {
        isSection = false;
      },
      ontext: (text) => {
        const element = open.at(-1);
        if (!element) return;
        if (element.parts.length === 0) {
          if (text.trim() === "") return;
          // A section comes at its end, whole; other text comes line by line.
          element.textLine = isSection ? line - (text.split("\n").length - 1) : line;
        }
        element.parts.push(text);
      },
      onclosetag: (tag, isImplied) => {
        const element = open.pop();
        if (!element) return;
        // Elements without content may end in their own tag.
        if (isImplied && (isOver || element.parts.length > 0 || element.children.length > 0))
          refuse(`<${printed(tag)}> of line ${element.line} is not closed; is the file complete?`, line);
        const { parts, ...rest } = element;
        const closed = { ...rest, text: parts.join("") };
        if (open.length === 2) onElement(closed);
        else if (open.length > 2) certain(open.at(-1)).children.push(closed);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for await (const text of lines) {
    line += 1;
    parser.write(`${text}\n`);
  }
  isOver = true;
  parser.end();
  if (!hasChannel) refuse("This is no RSS feed: it has no <channel>.", Math.max(line, 1));
};

/** The items of a feed, and what it says of itself; names of elements that are not in `own` are noted. */
export const readChannel = async (
  lines: AsyncIterable<string>,
  own: ReadonlySet<string>,
  file: NotePlace,
): Promise<{ readonly channel: XmlElement; readonly items: readonly XmlElement[] }> => {
  const children: XmlElement[] = [];
  const items: XmlElement[] = [];
  await readFeed(file.file, lines, (element) => (element.name === "item" ? items : children).push(element));
  const channel = { name: "channel", attributes: {}, text: "", line: 1, textLine: 1, children };
  noteUnknown(channel, own, file);
  return { channel, items };
};

/** Notes the children that nothing reads. */
export const noteUnknown = ({ children }: XmlElement, own: ReadonlySet<string>, place: NotePlace): void => {
  for (const { name, text, attributes, line } of children) {
    if (own.has(name)) continue;
    const said = [text.trim(), ...Object.entries(attributes).map(([key, value]) => `${key}="${value}"`)];
    place.at(line).note("field", `${name}: ${said.filter((part) => part !== "").join(" ")}`);
  }
};

const printed = (tag: string): string => tag.slice(0, 40).replace(/[^\w:.-]/g, "?");

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** The trimmed text of the first child of this name that has one. */
export const childText = (element: XmlElement, name: string): string | undefined => {
  const found = element.children.find((child) => child.name === name && child.text.trim() !== "");
  return found?.text.trim();
};
