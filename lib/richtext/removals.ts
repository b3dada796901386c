import { decodeHTMLAttribute } from "entities";
import { htmlTokens, voidElements } from "./html-tokens.ts";
import { maximumDepth } from "./problem.ts";

/** Something that was sent and is not stored, or is stored as plain text. */
export interface Removal {
  /** `formatting` is an element whose text stays; the text of an `element` is gone, or there was none. */
  readonly kind: "element" | "attribute" | "link" | "comment" | "formatting";
  /** The name of an element or attribute, in lower case; of a link `a`, of a comment `comment`. */
  readonly name: string;
  /** The line, from 1, in Markdown; null in HTML. */
  readonly line: number | null;
  /** The beginning of its text or value. */
  readonly text: string;
}

/** A piece of HTML that begins in a line. `isText`: its tags are shown as they are written. */
export interface HtmlPiece {
  readonly html: string;
  readonly line: number | null;
  readonly isText?: boolean;
}

const maxTextLength = 80;

/** Other names of elements that are stored under one name. */
const aliases: Readonly<Record<string, string>> = { strong: "b", em: "i" };

interface Part {
  readonly kind: "element" | "attribute" | "link" | "comment";
  readonly name: string;
  /** Equal for what counts as the same. */
  readonly identity: string;
  readonly line: number | null;
  readonly isText: boolean;
  text: string;
  /** The target of an element that is a link. */
  link?: Part;
}

/**
 * The parts of `sent` that are not in `kept`. As multisets, the elements, attributes and link targets that
 * were sent are those that are kept and those that are removed. If only some of equal ones are kept, links
 * that have lost their targets count as removed, then the empty ones, then the last.
 */
export function removalsBetween(sent: readonly HtmlPiece[], kept: string): Removal[] {
  const left = new Map<string, number>();
  for (const { identity } of partsOf([{ html: kept, line: null }]))
    left.set(identity, (left.get(identity) ?? 0) + 1);
  const parts = partsOf(sent);
  const isKept = new Set<Part>();
  const keep = (part: Part) => {
    const count = left.get(part.identity) ?? 0;
    if (count === 0 || part.isText || isKept.has(part)) return;
    left.set(part.identity, count - 1);
    isKept.add(part);
  };
  const hasText = ({ text }: Part): boolean => text !== "";
  for (const part of parts) if (part.kind === "link") keep(part);
  for (const part of parts) if (hasText(part) && (!part.link || isKept.has(part.link))) keep(part);
  for (const part of parts) if (hasText(part)) keep(part);
  for (const part of parts) keep(part);
  return parts.filter((part) => !isKept.has(part)).map(removalOf);
}

function removalOf({ kind, name, line, text, isText }: Part): Removal {
  const keepsText =
    kind === "element" && (isText ? !voidElements.has(name) : text !== "") && !hidden.has(name);
  return { kind: keepsText ? "formatting" : kind, name, line, text: beginningOf(text) };
}

/** Cuts a text to its first UTF-16 units, and never a surrogate pair in half. */
const beginningOf = (text: string): string => text.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, "");

/** The text of these goes with them. */
const hidden: ReadonlySet<string> = new Set(["script", "style"]);

function partsOf(pieces: readonly HtmlPiece[]): Part[] {
  const parts: Part[] = [];
  const open: Part[] = [];
  for (const { html, line, isText = false } of pieces) {
    const add = (kind: Part["kind"], name: string, identity: string, text: string): Part => {
      const part = { kind, name, identity: `${kind} ${identity}`, line, isText, text };
      parts.push(part);
      return part;
    };
    const comment = (text: string) => void add("comment", "comment", "", text);
    for (const token of htmlTokens(html, comment)) {
      if ("text" in token) {
        if (token.text.trim() !== "") for (const part of open) addText(part, token.text);
      } else if (token.closes) {
        const opened = open.findLastIndex(({ name }) => name === token.name);
        if (opened >= 0) open.length = opened;
      } else {
        const name = token.name;
        const element = add(
          "element",
          name,
          aliases[name] ?? name,
          isText ? `<${name}${token.attributes}>` : "",
        );
        for (const [attribute, value] of attributesIn(token.attributes))
          if (name === "a" && attribute === "href") {
            const link = add("link", "a", value, value);
            element.link ??= link;
          } else add("attribute", attribute, `${attribute} ${value}`, value);
        if (!voidElements.has(name) && !isText) open.push(element);
        // Rich text is no deeper; elements without end tags would make this take quadratic time.
        if (open.length > maximumDepth) open.shift();
      }
    }
  }
  return parts;
}

function addText(part: Part, text: string): void {
  if (part.text.length < maxTextLength) part.text += text.slice(0, maxTextLength);
}

/** The attributes of a tag as HTML's tokenizer finds them, their references resolved. */
function attributesIn(written: string): [name: string, value: string][] {
  const pattern =
    /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >]*)))?/g;
  return [...written.matchAll(pattern)].map(([, name = "", double, single, plain]) => [
    name.toLowerCase(),
    decodeHTMLAttribute(double ?? single ?? plain ?? ""),
  ]);
}
