import type { Token, Tokens } from "marked";
import { escapedMarkdown } from "#cli/folder/picture-text.ts";
import { resolveReferences } from "#lib/richtext/character-references.ts";
import { markdownAdditions } from "#lib/richtext/markdown-additions.ts";
import { lineBreaksIn } from "#lib/richtext/markdown-html.ts";
import { markdownTokens } from "#lib/richtext/markdown-tokens.ts";
import { footnoteBlock, footnoteMark } from "./footnotes.ts";
import { childrenOf } from "./token-children.ts";

/** What an address of a text becomes; undefined leaves it as it is. */
export interface AddressRules {
  /** The file of a picture or recording, or the address of a link in its place: neither leaves its text. */
  readonly mediaTo: (
    address: string,
    line: number,
    element: "img" | "audio" | "video",
  ) => { readonly file: string } | { readonly link: string | undefined };
  readonly linkTo: (address: string, line: number) => string | undefined;
}

/** Markdown with other addresses of pictures, recordings and links; nothing else of it changes. */
export const withAddresses = (markdown: string, rules: AddressRules): string => {
  const additions = markdownAdditions({ blocks: [footnoteBlock], inlines: [footnoteMark] });
  const read = markdownTokens(markdown, undefined, additions);
  return "problem" in read ? markdown : new AddressWriter(markdown, rules).written(read.tokens);
};

const labelOf = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();

class AddressWriter {
  readonly #source: string;
  readonly #rules: AddressRules;
  readonly #changes: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  /** The labels of addresses that pictures have. */
  readonly #pictured = new Set<string>();
  /** The addresses of pictures that become links, by their labels. */
  readonly #links = new Map<string, string | undefined>();
  #cursor = 0;
  #counted = 0;
  #line = 1;

  constructor(source: string, rules: AddressRules) {
    this.#source = source;
    this.#rules = rules;
  }

  written(tokens: readonly Token[]): string {
    for (const token of tokens) this.#collect(token);
    const isWhole = tokens.map(({ raw }) => raw).join("") === this.#source;
    let end = 0;
    // Definitions first: a picture becomes a link if its definition names no file.
    const placed = tokens.map((token) => {
      const start = end;
      end += token.raw.length;
      return { token, start };
    });
    for (const pass of ["definitions", "others"] as const) {
      this.#cursor = 0;
      this.#counted = 0;
      this.#line = 1;
      for (const { token, start } of placed) {
        if (isWhole) this.#cursor = start;
        if (pass === "definitions") this.#define(token);
        else this.#take(token);
      }
    }
    return this.#changes
      .sort((one, other) => other.start - one.start)
      .reduce(
        (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
        this.#source,
      );
  }

  #collect(token: Token): void {
    if (token.type === "image") {
      const label = referenceLabel(token as Tokens.Image);
      if (label !== undefined) this.#pictured.add(label);
    }
    for (const [inner] of childrenOf(token, 1)) this.#collect(inner);
  }

  #define(token: Token): void {
    if (token.type === "def") this.#takeDefinition(token as Tokens.Def);
    else for (const [inner] of childrenOf(token, 1)) this.#define(inner);
  }

  #take(token: Token): void {
    const children = childrenOf(token, 1);
    if (token.type === "image") this.#takeImage(token as Tokens.Image);
    else if (token.type === "link") this.#takeLink(token as Tokens.Link);
    else if (token.type === "html") this.#takeHtml(token.raw);
    else if (children.length > 0 && token.type !== "def") for (const [inner] of children) this.#take(inner);
    else for (const line of token.raw.split("\n")) this.#seek(line.trim());
  }

  /** Moves behind the next place of a text: where it begins. */
  #seek(text: string): number | undefined {
    const at = text === "" ? -1 : this.#source.indexOf(text, this.#cursor);
    if (at < 0) return undefined;
    this.#cursor = at + text.length;
    return at;
  }

  #lineAt(index: number): number {
    if (index < this.#counted) return this.#line;
    this.#line += lineBreaksIn(this.#source.slice(this.#counted, index));
    this.#counted = index;
    return this.#line;
  }

  #takeDefinition({ raw }: Tokens.Def): void {
    const [first = ""] = raw.trim().split("\n");
    const begin = this.#seek(first);
    if (begin === undefined) return;
    const [, label = ""] = /^\s*\[((?:[^\]\\]|\\.)*)\]:/.exec(raw) ?? [];
    this.#cursor = begin + (/^\[(?:[^\]\\]|\\.)*\]:/.exec(first)?.[0].length ?? 0);
    const found = this.#destination(/\s*(?:<([^<>\n]*)>|(\S+))/y);
    if (!found) return;
    const key = labelOf(label);
    if (!this.#pictured.has(key)) this.#putLink(found);
    else {
      const target = this.#rules.mediaTo(found.address, this.#lineAt(found.start), "img");
      if ("file" in target) this.#put(found, target.file);
      else {
        this.#links.set(key, target.link);
        if (target.link !== undefined) this.#put(found, target.link);
      }
    }
  }

  #takeImage(image: Tokens.Image): void {
    const start = this.#seek("![");
    if (start === undefined) return;
    const label = referenceLabel(image);
    const { raw, text } = image;
    if (label !== undefined) {
      const end = start + raw.length;
      this.#cursor = Math.max(this.#cursor, end);
      if (this.#links.has(label) && this.#source.slice(start, end) === raw) {
        const link = this.#links.get(label);
        const shown = text || nameIn(link ?? "");
        const whole = link === undefined ? text : `[${shown}][${label}]`;
        this.#changes.push({ start, end, text: whole + captionOf(image) });
      }
      return;
    }
    // The alternative text may hold a bracket and a parenthesis, too.
    const beforeAddress = raw.slice(0, raw.lastIndexOf("](", raw.search(/\s*(?:"[^"]*"|'[^']*')?\s*\)$/)));
    for (const line of beforeAddress.slice(2).split("\n")) this.#seek(line.trim());
    if (this.#seek("](") === undefined) return;
    const found = this.#destination(/\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))+))/y);
    if (!found) return;
    const target = this.#rules.mediaTo(found.address, this.#lineAt(start), "img");
    if ("file" in target) {
      this.#put(found, target.file);
      return;
    }
    const isWhole = this.#source.startsWith(raw, start);
    const end = isWhole ? start + raw.length : this.#source.indexOf(")", found.end) + 1;
    const whole = target.link === undefined ? text : `[${text || nameIn(target.link)}](${target.link})`;
    this.#changes.push({ start, end, text: whole + captionOf(image) });
    this.#cursor = end;
  }

  #takeLink(link: Tokens.Link): void {
    if (!link.raw.startsWith("[")) {
      this.#seek(link.raw);
      return;
    }
    this.#seek("[");
    for (const [inner] of childrenOf(link, 1)) this.#take(inner);
    const close = this.#seek("]");
    if (close === undefined || this.#source[close + 1] !== "(") return;
    this.#cursor = close + 2;
    const found = this.#destination(/\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))+))/y);
    if (found) this.#putLink(found);
  }

  #destination(pattern: RegExp): Destination | undefined {
    pattern.lastIndex = this.#cursor;
    const match = pattern.exec(this.#source);
    if (!match) return undefined;
    const [whole, angled, plain] = match;
    const written = whole.trimStart();
    const end = this.#cursor + whole.length;
    this.#cursor = end;
    const address = (angled ?? plain ?? "").replace(/\\([!-/:-@[-`{-~])/g, "$1");
    return { start: end - written.length, end, address: resolveReferences(address) };
  }

  #putLink(found: Destination): void {
    const target = this.#rules.linkTo(found.address, this.#lineAt(found.start));
    if (target !== undefined) this.#put(found, target);
  }

  #put({ start, end }: Destination, address: string): void {
    this.#changes.push({ start, end, text: /[\s()<>]/.test(address) ? `<${address}>` : address });
  }

  /** The tags of raw HTML; where it stands in a quote or list, those that stand on one line. */
  #takeHtml(raw: string): void {
    const isWhole = this.#source.indexOf(raw, this.#cursor) >= 0;
    for (const part of isWhole ? [raw] : raw.split("\n")) {
      const start = this.#seek(isWhole ? part : part.trim());
      if (start === undefined) continue;
      for (const { 0: tag, 1: name = "", index } of (isWhole ? part : part.trim()).matchAll(tags))
        this.#takeTag(tag, name.toLowerCase() as TagName, start + index);
    }
  }

  #takeTag(tag: string, name: TagName, start: number): void {
    const found = (name === "a" ? hrefs : sources).exec(tag);
    const [, before = "", double, single, bare] = found ?? [];
    const written = double ?? single ?? bare;
    if (!found || written === undefined) return;
    const line = this.#lineAt(start);
    const change = (address: string) => {
      const begin = start + found.index + before.length;
      const end = start + found.index + found[0].length;
      this.#changes.push({ start: begin, end, text: `"${address.replaceAll('"', "&quot;")}"` });
    };
    const address = resolveReferences(written);
    if (name === "a") {
      const target = this.#rules.linkTo(address, line);
      if (target !== undefined) change(target);
      return;
    }
    const element = name === "source" ? (isVideoName(address) ? "video" : "audio") : name;
    const target = this.#rules.mediaTo(address, line, element);
    if ("file" in target) change(target.file);
    else if (name === "img") {
      const alt = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
      const text = (alt?.[1] ?? alt?.[2]) || nameIn(target.link ?? "");
      const link = target.link?.replaceAll('"', "&quot;");
      const end = start + tag.length;
      this.#changes.push({ start, end, text: link === undefined ? text : `<a href="${link}">${text}</a>` });
    } else if (target.link !== undefined) change(target.link);
  }
}

interface Destination {
  readonly start: number;
  readonly end: number;
  readonly address: string;
}

type TagName = "img" | "audio" | "video" | "source" | "a";

const isVideoName = (address: string): boolean => /\.(?:mp4|m4v|mov|webm|ogv|avi)(?:[?#]|$)/i.test(address);

const tags = /<(img|audio|video|source|a)\b(?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
const hrefs = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i;
const sources = /(\ssrc\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i;

/** The label by which a picture finds its address below the text; undefined if it has it itself. */
const referenceLabel = ({ raw, text }: Tokens.Image): string | undefined => {
  if (raw.endsWith(")")) return undefined;
  const [, named = ""] = /\[((?:[^\]\\]|\\.)*)\]$/.exec(raw) ?? [];
  return labelOf(raw.endsWith("[]") ? text : named);
};

/** The title of a picture, behind the link that the picture becomes. */
const captionOf = ({ title }: Tokens.Image): string => (title ? ` ${escapedMarkdown(title)}` : "");

const nameIn = (address: string): string => address.replace(/[?#].*$/s, "").replace(/^.*\//s, "") || address;
