import { Parser } from "htmlparser2";
import { escapedHtml } from "#importers/html/escaped-html.ts";
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

/** The elements around the items of a feed. */
const around = { rss: ["rss", "channel"], atom: ["feed"] } as const;

export type XmlFeedForm = keyof typeof around;

/**
 * Reads a feed line by line and hands over each element below `rss/channel` or `feed`, so that only one is
 * held at a time. Entities of document types are never read: the document is refused. Throws a `PlainError`
 * with the line for whatever is no complete feed.
 */
const readFeed = async (
  name: string,
  lines: AsyncIterable<string>,
  {
    forms,
    onElement,
  }: { readonly forms: readonly XmlFeedForm[]; readonly onElement: (element: XmlElement) => void },
): Promise<XmlFeedForm> => {
  let line = 0;
  let form: XmlFeedForm = "rss";
  let hasChannel = false;
  /** How many elements are around XHTML, which is kept as it is written. */
  let markupDepth: number | undefined;
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
        if (!root) {
          const found = forms.find((each) => around[each][0] === tag);
          form =
            found ?? refuse(`This is no ${namesOf(forms)} feed: its first element is <${printed(tag)}>.`);
        }
        const isLast = around[form].length === 1 ? !root : root && !channel && tag === "channel";
        if (isLast) hasChannel = true;
        if (open.length >= maximumDepth) refuse(`Elements are nested more than ${maximumDepth} deep.`);
        if (markupDepth !== undefined) certain(open[markupDepth - 1]).parts.push(openingTag(tag, attributes));
        open.push({ name: tag, attributes, text: "", parts: [], line, textLine: line, children: [] });
        if (form === "atom" && attributes.type === "xhtml") markupDepth ??= open.length;
      },
      oncdatastart: () => {
        isSection = true;
      },
      oncdataend: () => {
        isSection = false;
      },
      ontext: (text) => {
        const element = open.at(markupDepth === undefined ? -1 : markupDepth - 1);
        if (!element) return;
        if (element.parts.length === 0) {
          if (text.trim() === "") return;
          // A section comes at its end, whole; other text comes line by line.
          element.textLine = isSection ? line - (text.split("\n").length - 1) : line;
        }
        element.parts.push(markupDepth === undefined ? text : escapedHtml(text));
      },
      onclosetag: (tag, isImplied) => {
        const element = open.pop();
        if (!element) return;
        // Elements without content may end in their own tag.
        if (isImplied && (isOver || element.parts.length > 0 || element.children.length > 0))
          refuse(`<${printed(tag)}> of line ${element.line} is not closed; is the file complete?`, line);
        if (markupDepth !== undefined && open.length >= markupDepth) {
          if (!voidNames.has(tag)) certain(open[markupDepth - 1]).parts.push(`</${tag}>`);
          return;
        }
        markupDepth = undefined;
        const { parts, ...rest } = element;
        const closed = { ...rest, text: parts.join("") };
        const depth = around[form].length;
        if (open.length === depth) onElement(closed);
        else if (open.length > depth) certain(open.at(-1)).children.push(closed);
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
  if (!hasChannel) refuse(`This is no ${namesOf(forms)} feed: it has no <channel>.`, Math.max(line, 1));
  return form;
};

const namesOf = (forms: readonly XmlFeedForm[]): string => (forms.includes("atom") ? "RSS or Atom" : "RSS");

const voidNames = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** A tag of XHTML as HTML has it. */
const openingTag = (tag: string, attributes: Readonly<Record<string, string>>): string =>
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapedHtml(value)}"`)
    .join("")}>`;

export interface ReadFeed {
  readonly form: XmlFeedForm;
  readonly channel: XmlElement;
  readonly items: readonly XmlElement[];
}

/** The items of a feed in one of these forms, and what it says of itself. */
export const readXmlFeed = async (
  lines: AsyncIterable<string>,
  file: NotePlace,
  forms: readonly XmlFeedForm[] = ["rss"],
): Promise<ReadFeed> => {
  const children: XmlElement[] = [];
  const items: XmlElement[] = [];
  const form = await readFeed(file.file, lines, {
    forms,
    onElement: (element) => (["item", "entry"].includes(element.name) ? items : children).push(element),
  });
  const channel = { name: "channel", attributes: {}, text: "", line: 1, textLine: 1, children };
  return { form, channel, items };
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
