import type { Lexer, Token, TokenizerExtensionFunction, Tokens } from "marked";
import type { CalloutKind } from "#lib/blocks/ready/callout-block.ts";
import { textToken } from "./token-children.ts";

/** A quote that is a callout: what it is, its title, and what it says. */
export interface Callout {
  readonly kind: CalloutKind;
  readonly title: readonly Token[];
  readonly tokens: readonly Token[];
}

/** The kinds by the words that GitHub, Obsidian, Docusaurus, Hugo's themes and MkDocs have for them. */
const kinds: Readonly<Record<string, CalloutKind>> = {
  ...{ note: "note", info: "note", seealso: "note", abstract: "note", summary: "note", tldr: "note" },
  ...{
    todo: "note",
    question: "note",
    help: "note",
    faq: "note",
    example: "note",
    quote: "note",
    cite: "note",
  },
  ...{ tip: "tip", hint: "tip", success: "tip", check: "tip", done: "tip" },
  important: "important",
  ...{ warning: "warning", attention: "warning", bug: "warning" },
  ...{
    caution: "caution",
    danger: "caution",
    error: "caution",
    failure: "caution",
    fail: "caution",
    missing: "caution",
  },
};

const kindOf = (word: string): CalloutKind | undefined => {
  const name = word.toLowerCase();
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
};

/** Words that say more than the kind they become are the title, if there is none. */
const titleFor = (word: string, kind: CalloutKind): Token[] => {
  const isSame = ["info", "hint", "attention", "danger", "error", kind].includes(word.toLowerCase());
  return isSame ? [] : [textToken(word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())];
};

const alertStart = /^\[!([A-Za-z]+)\][+-]?[ \t]*/;

/** The callout that a token is: a quote that begins with `[!NOTE]`, or what `calloutContainer` has read. */
export const calloutIn = (token: Token): Callout | undefined => {
  if (token.type !== "blockquote") return undefined;
  const { callout, tokens: [first, ...others] = [] } = token as Tokens.Blockquote & { callout?: Callout };
  if (callout) return callout;
  if (first?.type !== "paragraph") return undefined;
  const { tokens: inner = [], raw } = first as Tokens.Paragraph;
  const [start, word = ""] = alertStart.exec(raw) ?? [];
  const kind = kindOf(word);
  const rest = start === undefined ? undefined : withoutStart(inner, start.trimEnd().length);
  if (!kind || !rest) return undefined;
  const [title, text] = atFirstBreak(rest);
  const body = text.length > 0 ? [{ ...first, tokens: text } as Token] : [];
  const named = title.length > 0 ? title : titleFor(word, kind);
  const tokens = [...body, ...others];
  // One that says nothing stays the quote that it is elsewhere.
  const isEmpty = named.length === 0 && tokens.every(({ type }) => type === "space");
  return isEmpty ? undefined : { kind, title: named, tokens };
};

/** Tokens without so many characters at their beginning; undefined if these are no plain text. */
const withoutStart = (tokens: readonly Token[], length: number): readonly Token[] | undefined => {
  const [first, ...others] = tokens;
  if (length === 0) return first ? tokens : [];
  if (first?.type !== "text" || ("tokens" in first && first.tokens)) return undefined;
  if (first.raw.length <= length) return withoutStart(others, length - first.raw.length);
  return [{ ...first, raw: first.raw.slice(length), text: first.raw.slice(length) }, ...others];
};

/** The tokens of the first line, and those below it. */
const atFirstBreak = (tokens: readonly Token[]): readonly [Token[], Token[]] => {
  const part = (token: Token, raw: string): Token[] =>
    raw.trim() === "" ? [] : [{ ...token, raw, text: raw } as Token];
  const at = tokens.findIndex(({ type, raw }) => type === "br" || (type === "text" && raw.includes("\n")));
  const token = tokens[at];
  if (!token) return [trimmed(tokens), []];
  const before = tokens.slice(0, at);
  const after = tokens.slice(at + 1);
  if (token.type === "br") return [trimmed(before), after];
  const end = token.raw.indexOf("\n");
  return [
    trimmed([...before, ...part(token, token.raw.slice(0, end))]),
    [...part(token, token.raw.slice(end + 1)), ...after],
  ];
};

/** Without the blank text at the beginning. */
const trimmed = ([first, ...others]: readonly Token[]): Token[] => {
  if (!first) return [];
  const raw = first.type === "text" ? first.raw.trimStart() : first.raw;
  if (raw === "") return trimmed(others);
  return [first.type === "text" ? ({ ...first, raw, text: raw } as Token) : first, ...others];
};

const container =
  /^ {0,3}(:{3,})[ \t]*([A-Za-z]+)(?:[ \t]*\[([^\]\n]*)\]|[ \t]+([^\n{[]*))?[ \t]*(?:\{[^\n]*\})?[ \t]*\n/;
const admonition = /^(?:!!!|\?\?\?\+?)[ \t]+([A-Za-z]+)(?:[ \t]+"([^"\n]*)")?[ \t]*\n/;

/** `:::note Title … :::`, and `!!! note "Title"` with lines that are indented by four. */
export const calloutContainer: TokenizerExtensionFunction = function (this, source) {
  const state: Lexer["state"] & { isInCallout?: boolean } = this.lexer.state;
  if (!state.top || state.isInCallout) return undefined;
  const found = containerIn(source) ?? admonitionIn(source);
  const kind = found && kindOf(found.word);
  if (!found || !kind) return undefined;
  state.isInCallout = true;
  const tokens = this.lexer.blockTokens(found.text, []);
  state.isInCallout = false;
  const title = found.title === "" ? titleFor(found.word, kind) : this.lexer.inlineTokens(found.title);
  // The line of the title, so that each token has its own; shown where no callout can stand.
  const head = { type: "paragraph", raw: `${found.title}\n`, text: "", tokens: title };
  return {
    ...{ type: "blockquote", raw: found.raw, text: found.text },
    tokens: [title.length > 0 ? head : { type: "space", raw: "\n" }, ...tokens],
    callout: { kind, title, tokens },
  };
};

interface Found {
  readonly raw: string;
  readonly word: string;
  readonly title: string;
  readonly text: string;
}

const containerIn = (source: string): Found | undefined => {
  const [start, colons = "", word = "", bracketed, plain = ""] = container.exec(source) ?? [];
  if (start === undefined) return undefined;
  const end = new RegExp(`^ {0,3}:{${colons.length}}[ \\t]*(?:\\n|$)`, "m").exec(source.slice(start.length));
  if (!end) return undefined;
  const text = source.slice(start.length, start.length + end.index);
  return { raw: start + text + end[0], word, title: (bracketed ?? plain).trim(), text };
};

const admonitionIn = (source: string): Found | undefined => {
  const [start, word = "", title = ""] = admonition.exec(source) ?? [];
  if (start === undefined) return undefined;
  const [raw = ""] =
    /^(?:(?: {4}|\t)[^\n]*(?:\n|$)|[ \t]*\n(?=(?:[ \t]*\n)*(?: {4}|\t)))*/.exec(source.slice(start.length)) ??
    [];
  if (raw.trim() === "" && title === "") return undefined;
  return { raw: start + raw, word, title, text: raw.replace(/^(?: {4}|\t)/gm, "") };
};
