import type { Token, TokenizerExtensionFunction } from "marked";
import { markdownAdditions } from "#lib/richtext/markdown-additions.ts";
import { markdownTokens } from "#lib/richtext/markdown-tokens.ts";
import { childrenOf, textToken } from "./token-children.ts";

/** Longer ones stay text, so that no text takes quadratic time. */
const maxLength = 2_000;

const beginning = /(?:https?:\/\/|www\.)[\p{L}\p{N}]/iu;
const address = new RegExp(`^${beginning.source}[^\\s<]*`, "iu");

/** What stands before an address. */
const before = /(?<=^|[\s*_~(])/.source;
const start = new RegExp(before + beginning.source, "iu");

/** Where the next address may begin in the rest of a text, whatever stands before it; -1 for nowhere. */
export const startOfAddress = (rest: string): number => rest.search(start);

/** An address with nothing around it is a link, as in GitHub's Markdown, but not inside a link or code. */
export const bareAddress: TokenizerExtensionFunction = function (this, source, tokens) {
  const { inLink, inRawBlock } = this.lexer.state;
  if (inLink || inRawBlock || !/^(?:$|[\s*_~(])/.test(tokens.at(-1)?.raw.at(-1) ?? "")) return undefined;
  const [found] = address.exec(source.slice(0, maxLength + 1)) ?? [];
  if (found === undefined || found.length > maxLength) return undefined;
  const text = withoutEnd(found);
  const href = /^www\./i.test(text) ? `http://${text}` : text;
  return { type: "link", raw: text, href, title: null, text, tokens: [textToken(text)] };
};

/** Whether a text has an address that would be a link by {@link bareAddress}. */
export const holdsBareAddress = (markdown: string): boolean => {
  if (startOfAddress(markdown) === -1) return false;
  const additions = markdownAdditions({ blocks: [], inlines: [bareAddress], startOfInline: startOfAddress });
  const read = markdownTokens(markdown, undefined, additions);
  const isBare = (token: Token): boolean =>
    (token.type === "link" && token.raw === token.text) ||
    childrenOf(token, 1).some(([inner]) => isBare(inner));
  return "tokens" in read && read.tokens.some(isBare);
};

/** Without what ends the sentence: punctuation, a reference, and brackets that open before the address. */
const withoutEnd = (found: string): string => {
  let text = found;
  let surplus = text.split(")").length - text.split("(").length;
  for (;;) {
    const [end] = /(?:[?!.,:*_~'"]+|&[a-z0-9]+;)$/i.exec(text) ?? [];
    if (end !== undefined) text = text.slice(0, -end.length);
    else if (text.endsWith(")") && surplus > 0) {
      surplus -= 1;
      text = text.slice(0, -1);
    } else return text;
  }
};

/** Code, an escape, a link with its text and address, or an address with nothing around it. */
const notation =
  /(`+)(?!`)[\s\S]*?[^`]\1(?!`)|\\[\s\S]|\[((?:\\.|[^\\[\]])*)\]\(<?([^<>\s]*)>?\)|(?<![\p{L}\p{N}])(https?:|www\.)/giu;

/**
 * Markdown in which text that is an address stays text; `isShort` writes links to addresses that are their
 * own texts as these.
 */
export const withTextOfAddresses = (markdown: string, isShort: boolean): string =>
  markdown.replace(notation, (each, _code, text?: string, href?: string, bare?: string) => {
    if (bare) return `${bare.slice(0, -1)}\\${bare.slice(-1)}`;
    const isSame = text !== undefined && text.replace(/\\(.)/g, "$1") === href;
    return isSame && isShort && address.test(href ?? "") ? (href ?? "") : each;
  });
